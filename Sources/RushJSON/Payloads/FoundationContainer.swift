internal import Foundation

/// The elements of an `NSArray` or the members of an `NSDictionary`, one by one.
///
/// Except on Darwin, every accessor of the two converts an array or a dictionary inside to Swift's
/// type, with all that is in it, by recursion: without end if it holds itself. Only mirrors show the
/// objects as they are. So containers come from the mirror, and other values from an accessor, which
/// unwraps values of Swift.
struct FoundationContainer {
  /// An element, or a member with its key.
  struct Part {
    var key: Any?
    var value: Any
  }

  private let array: NSArray?
  private let dictionary: NSDictionary?
  private let keys: NSEnumerator?
  /// What the mirror shows, if it shows the same elements or members.
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

  /// Whether a value is an object that Foundation would convert with all that is in it.
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
      // The mirror of a subclass with a memory of its own knows nothing of that.
      return children.count == count ? children.makeIterator() : nil
    #endif
  }

  var isArray: Bool { array != nil }

  /// Which object it is.
  var identity: ObjectIdentifier? {
    array.map { ObjectIdentifier($0) } ?? dictionary.map { ObjectIdentifier($0) }
  }

  /// The next element or member, or `nil` if there is none.
  mutating func next() -> Part? {
    guard position < count else { return nil }
    defer { position += 1 }
    let child = children?.next()?.value
    if let array {
      if let child, Self.isContainer(child) { return Part(value: child) }
      return Part(value: array.object(at: position))
    }
    guard let dictionary else { return nil }
    let member = child as? (key: NSObject, value: AnyObject)
    guard let key = member?.key ?? keys?.nextObject() else { return nil }
    if let value = member?.value, Self.isContainer(value) { return Part(key: key, value: value) }
    return dictionary.object(forKey: key).map { Part(key: key, value: $0) }
  }
}
