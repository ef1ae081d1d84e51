public import RushJSONCore
public import _RushJSONFoundation

extension RawJSON {
  /// Reads `data` into a tree, which does not refer to the data.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing data: Data, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only; a tree owns its content.
    self = try unsafe data.bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a tree from the file at `url`. A large file is mapped into memory.
  /// - Throws: A `CocoaError` if the file cannot be read, a `JSONSyntaxError` if it is not JSON.
  /// - Complexity: O(*n*) in the bytes of the file, which the tree does not keep.
  public init(contentsOf url: URL, options: JSONReadingOptions = .strict) throws {
    try self.init(parsing: Data(contentsOf: url, options: .mappedIfSafe), options: options)
  }
}

extension RawJSON.Object {
  /// Reads an object that may not have been stored: `nil` and empty data give an empty object.
  /// - Throws: A ``JSONSyntaxError`` if the data are not JSON, a ``JSONValueError`` if they are not an
  ///   object.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing data: Data?, options: JSONReadingOptions = .strict) throws {
    guard let data, !data.isEmpty else {
      self.init()
      return
    }
    let value = try RawJSON(parsing: data, options: options)
    guard case .dictionary(let object) = value else {
      throw JSONValueError(.wrongKind(expected: .object, found: value.kind))
    }
    self = object
  }
}

extension Dictionary where Key == String, Value == RawJSON {
  /// Reads extra data that may not have been stored: `nil` and empty data give an empty dictionary.
  /// - Throws, Complexity: The same as for `RawJSON.Object`.
  public init(parsing data: Data?, options: JSONReadingOptions = .strict) throws {
    self.init(try RawJSON.Object(parsing: data, options: options))
  }
}
