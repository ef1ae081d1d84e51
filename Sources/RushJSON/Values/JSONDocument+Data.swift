public import RushJSONCore
public import _RushJSONFoundation

extension JSONDocument {
  /// Parses `data`, which the document keeps. Copies nothing, or the bytes of a text of at most 2 KiB.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing data: Data, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    // Small data may be inline, without a lasting address.
    if data.count > JSONDocument.longestCopiedText, JSONDocument.dataLast,
      let bytes = LastingBytes.known(data)
    {
      self = try JSONDocument(parsing: bytes, keptBy: .value(data), options: options)
    } else {
      self = try unsafe data.bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
        try unsafe JSONDocument(parsing: bytes, options: options)
      }
    }
  }

  /// Whether the bytes of large data last while a copy of the data lives.
  private static let dataLast = LastingBytes.haveAddress(Data(repeating: 7, count: 3000))

  /// Parses the file at `url`.
  ///
  /// A large file is mapped into memory, so its bytes are not copied. It must not be truncated while the
  /// document exists. A file on a removable volume is read instead.
  /// - Throws: A `CocoaError` if the file cannot be read, a ``JSONSyntaxError`` if it is not JSON.
  /// - Complexity: O(*n*) in the bytes of the file.
  public init(contentsOf url: URL, options: JSONReadingOptions = .strict) throws {
    try self.init(parsing: Data(contentsOf: url, options: .mappedIfSafe), options: options)
  }

  /// Checks that `data` is one JSON value, without building anything.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: The same as ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ data: Data, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try unsafe data.bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
      try unsafe validate(bytes, options: options)
    }
  }
}

extension JSONDocument.Reader {
  /// Parses `data`, like ``parse(_:)-([UInt8])``.
  public mutating func parse(_ data: Data) throws(JSONSyntaxError) -> JSONDocument {
    if data.count > JSONDocument.longestCopiedText {
      return try JSONDocument(parsing: data, options: options)
    }
    // Invariant: the bytes are copied in the closure.
    return try unsafe data.bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
      try unsafe parse(bytes)
    }
  }
}
