internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  /// The elements of an `NSArray` or the members of an `NSDictionary`, one by one.
  ///
  /// Except on Darwin, the accessors of these classes convert nested arrays and dictionaries to Swift types by
  /// recursion, which never ends if one contains itself. So nested containers come from a mirror, which shows
  /// them unchanged. Other values come from an accessor, which unwraps Swift values.
  struct FoundationContainer {
    private let array: NSArray?
    private let dictionary: NSDictionary?
    private let keys: NSEnumerator?
    /// The children that the mirror shows; `nil` if these are not the elements or members.
    private let children: AnyCollection<Mirror.Child>.Iterator?
    private var position = 0
    let count: Int

    init(_ array: NSArray) {
      self.array = array
      dictionary = nil
      keys = nil
      count = array.count
      children = Self.children(of: array, count)
    }

    init(_ dictionary: NSDictionary) {
      array = nil
      self.dictionary = dictionary
      count = dictionary.count
      children = Self.children(of: dictionary, count)
      keys = children == nil ? dictionary.keyEnumerator() : nil
    }

    /// Whether Foundation's accessors would convert the value recursively.
    private static func isContainer(_ value: Any) -> Bool {
      guard Swift.type(of: value) is AnyClass else { return false }
      return value is NSArray || value is NSDictionary || value is NSSet || value is NSOrderedSet
    }

    private static func children(
      of object: AnyObject, _ count: Int
    ) -> AnyCollection<Mirror.Child>.Iterator? {
      #if canImport(Darwin)
        return nil
      #else
        let children = Mirror(reflecting: object).children
        // A subclass may keep its elements elsewhere, where the mirror does not see them.
        return children.count == count ? children.makeIterator() : nil
      #endif
    }

    var isArray: Bool { array != nil }

    var identity: ObjectIdentifier? {
      array.map { ObjectIdentifier($0) } ?? dictionary.map { ObjectIdentifier($0) }
    }

    mutating func next() -> (key: Any?, value: Any)? {
      guard position < count else { return nil }
      defer { position += 1 }
      let child = children?.next()?.value
      if let array {
        if let child, Self.isContainer(child) { return (nil, child) }
        return (nil, array.object(at: position))
      }
      guard let dictionary else { return nil }
      let member = child as? (key: NSObject, value: AnyObject)
      guard let key = member?.key ?? keys?.nextObject() else { return nil }
      if let value = member?.value, Self.isContainer(value) { return (key, value) }
      return dictionary.object(forKey: key).map { (key, $0) }
    }
  }
#endif
