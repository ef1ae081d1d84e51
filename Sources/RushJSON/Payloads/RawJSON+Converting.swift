// Trees from Swift and Foundation values, without a text in between: results of `JSONSerialization`, a
// notification's `userInfo`, property lists.

#if !FoundationEssentialsOnly
  public import RushJSONCore

  extension RawJSON {
    /// Creates a tree of a Swift or Foundation value.
    ///
    /// | value | JSON |
    /// | --- | --- |
    /// | `String`, `Substring`, `NSString` | a string |
    /// | `Bool`, an `NSNumber` made of one | `true`, `false` |
    /// | the integers, `Double`, `Float`, `Decimal`, `NSNumber` | a number, exactly |
    /// | `NSNull`, an empty `Optional` | `null` |
    /// | a full `Optional`, `AnyHashable` | its content |
    /// | `[Any]`, other arrays, `NSArray` | an array |
    /// | `[String: Any]`, `[AnyHashable: Any]`, other dictionaries, `NSDictionary` | an object |
    /// | `RawJSON` and its parts | itself |
    ///
    /// The members of an object are in the dictionary's order, which is arbitrary.
    /// - Throws: ``JSONWritingError`` with the path of a value of any other type, a key that is not a string,
    ///   a number that is not finite, nesting deeper than 512 levels, or an object that contains itself.
    /// - Complexity: O(*n*) in values. Does not recurse.
    public init(converting value: Any) throws(JSONWritingError) {
      self = try ObjectConversion.tree(of: value)
    }

    /// Creates a tree of a notification's `userInfo`. See ``init(converting:)-(Any)``.
    public init(converting userInfo: [AnyHashable: Any]) throws(JSONWritingError) {
      self = try ObjectConversion.tree(of: .hashable(userInfo.makeIterator()), userInfo.count)
    }

    /// Creates a tree of a dictionary. See ``init(converting:)-(Any)``.
    public init(converting dictionary: [String: Any]) throws(JSONWritingError) {
      self = try ObjectConversion.tree(of: .named(dictionary.makeIterator()), dictionary.count)
    }
  }

  extension RawJSON.Object {
    /// Creates an object of a notification's `userInfo`. See `RawJSON.init(converting:)`.
    public init(converting userInfo: [AnyHashable: Any]) throws(JSONWritingError) {
      self = try RawJSON(converting: userInfo).objectValue ?? RawJSON.Object()
    }

    /// Creates an object of a dictionary. See `RawJSON.init(converting:)`.
    public init(converting dictionary: [String: Any]) throws(JSONWritingError) {
      self = try RawJSON(converting: dictionary).objectValue ?? RawJSON.Object()
    }
  }

  /// The deepest nesting of arrays and dictionaries that are converted: the default limit of readers.
  let maximumConversionDepth = 512

  private struct ObjectConversion {
    private var open: [OpenObject] = []

    static func tree(of value: Any) throws(JSONWritingError) -> RawJSON {
      try releasingObjects {
        Result { () throws(JSONWritingError) in
          var conversion = ObjectConversion()
          if let scalar = try conversion.scalarOrOpen(value) { return scalar }
          return try conversion.run()
        }
      }.get()
    }

    static func tree(of members: OpenObject.Source, _ count: Int) throws(JSONWritingError)
      -> RawJSON
    {
      try releasingObjects {
        Result { () throws(JSONWritingError) in
          var conversion = ObjectConversion(open: [OpenObject(members, count: count)])
          return try conversion.run()
        }
      }.get()
    }

    /// Converts the open containers until all are closed.
    private mutating func run() throws(JSONWritingError) -> RawJSON {
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

    /// The next child of the container at `index`, or `nil` at its end.
    private mutating func nextValue(_ index: Int) throws(JSONWritingError) -> Any? {
      switch open[index].next() {
      case .value(let value): return value
      case .end: return nil
      case .refused(let kind):
        // The path of the dictionary, because a member without a name has no path.
        throw JSONWritingError(kind, at: path().parent ?? .root)
      }
    }

    /// Converts a scalar. Opens an array or dictionary, and returns `nil`.
    private mutating func scalarOrOpen(_ value: Any) throws(JSONWritingError) -> RawJSON? {
      switch ObjectKind(value) {
      case .scalar(let scalar): return scalar
      case .container(let container):
        if open.count >= maximumConversionDepth { throw tooDeep() }
        open.append(container)
        return nil
      case .refused(let kind): throw JSONWritingError(kind, at: path())
      }
    }

    /// The error about the nesting of the current value: often because an object contains itself.
    private func tooDeep() -> JSONWritingError {
      var known: Set<ObjectIdentifier> = []
      for (depth, container) in open.enumerated() {
        guard let identity = container.identity, !known.insert(identity).inserted else { continue }
        return JSONWritingError(
          .holdsItself, at: JSONPointer(tokens: open.prefix(depth).map(\.step)))
      }
      return JSONWritingError(.tooDeep(limit: maximumConversionDepth), at: path())
    }

    /// The path of the current value.
    private func path() -> JSONPointer { JSONPointer(tokens: open.map(\.step)) }
  }
#endif
