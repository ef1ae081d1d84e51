// Trees from the values of Swift and Foundation that stand for JSON: what `JSONSerialization` returns,
// a notification's `userInfo`, a property list. There is no text between.

public import RushJSONCore

extension RawJSON {
  /// How deep arrays and dictionaries may nest to be converted: as deep as readers go by default.
  public static let deepestConversion = 512

  /// Creates a tree of a value of Swift or Foundation.
  ///
  /// | value | JSON |
  /// | --- | --- |
  /// | `String`, `Substring`, `NSString` | a string |
  /// | `Bool`, an `NSNumber` made of one | `true`, `false` |
  /// | the integers, `Double`, `Float`, `Decimal`, `NSNumber` | a number, exactly |
  /// | `NSNull`, an empty `Optional` | `null` |
  /// | a full `Optional`, `AnyHashable` | what is in it |
  /// | `[Any]`, other arrays, `NSArray` | an array |
  /// | `[String: Any]`, `[AnyHashable: Any]`, other dictionaries, `NSDictionary` | an object |
  /// | `RawJSON` and its parts | itself |
  ///
  /// The members of an object are in the dictionary's order, which is none in particular.
  /// - Throws: ``JSONConversionError`` with the path of a value that is none of these, of a key that is
  ///   no string, of a number that is not finite, of what nests deeper than 512 levels, and of an
  ///   `NSArray` or `NSDictionary` that is inside itself.
  /// - Complexity: O(*n*) in values. Nothing recurses.
  public init(converting value: Any) throws(JSONConversionError) {
    self = try ObjectConversion.tree(of: value)
  }

  /// Creates a tree of a notification's `userInfo`. See ``init(converting:)-(Any)``.
  public init(converting userInfo: [AnyHashable: Any]) throws(JSONConversionError) {
    self = try ObjectConversion.tree(of: .hashable(userInfo.makeIterator()), userInfo.count)
  }

  /// Creates a tree of a dictionary. See ``init(converting:)-(Any)``.
  public init(converting dictionary: [String: Any]) throws(JSONConversionError) {
    self = try ObjectConversion.tree(of: .named(dictionary.makeIterator()), dictionary.count)
  }
}

extension JSONObject {
  /// Creates an object of a dictionary of Swift or Foundation. See `RawJSON.init(converting:)`.
  ///
  /// - Throws: ``JSONConversionError``.
  public init(converting userInfo: [AnyHashable: Any]) throws(JSONConversionError) {
    guard case .dictionary(let object) = try RawJSON(converting: userInfo) else {
      self.init()
      return
    }
    self = object
  }

  /// Creates an object of a dictionary. See `RawJSON.init(converting:)`.
  ///
  /// - Throws: ``JSONConversionError``.
  public init(converting dictionary: [String: Any]) throws(JSONConversionError) {
    guard case .dictionary(let object) = try RawJSON(converting: dictionary) else {
      self.init()
      return
    }
    self = object
  }
}

/// Goes through objects with a list of what is open.
private struct ObjectConversion {
  private var open: [OpenObject] = []

  static func tree(of value: Any) throws(JSONConversionError) -> RawJSON {
    var conversion = ObjectConversion()
    if let scalar = try conversion.scalarOrOpen(value) { return scalar }
    return try conversion.run()
  }

  static func tree(of members: OpenObject.Source, _ count: Int) throws(JSONConversionError)
    -> RawJSON
  {
    var conversion = ObjectConversion()
    conversion.open.append(OpenObject(members, count: count))
    return try conversion.run()
  }

  /// Converts what is open, until nothing is.
  private mutating func run() throws(JSONConversionError) -> RawJSON {
    while true {
      let last = open.count - 1
      if let value = try nextValue(last) {
        if let scalar = try scalarOrOpen(value) { open[last].put(scalar) }
        continue
      }
      let finished = open.removeLast().tree
      if open.isEmpty { return finished }
      open[last - 1].put(finished)
    }
  }

  /// The next element or member of the container at `index`, or `nil` if there is none.
  private mutating func nextValue(_ index: Int) throws(JSONConversionError) -> Any? {
    switch open[index].next() {
    case .value(let value): return value
    case .end: return nil
    case .refused(let kind):
      // Of the dictionary, as there is no member without a name.
      throw JSONConversionError(kind, at: path().parent ?? .root)
    }
  }

  /// A scalar, or `nil` if the value is an array or a dictionary, which is open then.
  private mutating func scalarOrOpen(_ value: Any) throws(JSONConversionError) -> RawJSON? {
    switch ObjectKind(value) {
    case .scalar(let scalar): return scalar
    case .container(let container):
      if open.count >= RawJSON.deepestConversion { throw tooDeep() }
      open.append(container)
      return nil
    case .refused(let kind): throw JSONConversionError(kind, at: path())
    }
  }

  /// Why the value that is being converted is too deep: often because an object is inside itself.
  private func tooDeep() -> JSONConversionError {
    var known: Set<ObjectIdentifier> = []
    for (depth, container) in open.enumerated() {
      guard let identity = container.identity, !known.insert(identity).inserted else { continue }
      return JSONConversionError(
        .holdsItself, at: JSONPointer(tokens: open.prefix(depth).map(\.step)))
    }
    return JSONConversionError(.tooDeep(limit: RawJSON.deepestConversion), at: path())
  }

  /// The path of the value that is being converted.
  private func path() -> JSONPointer { JSONPointer(tokens: open.map(\.step)) }
}
