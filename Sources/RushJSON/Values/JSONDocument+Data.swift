public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONDocument {
  /// Parses `data`, which the document keeps. Copies nothing but small data.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing data: Data, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    // Small data lie in the value itself, which has no lasting address. Larger data lie in storage
    // of their own, which stays where it is and cannot change while a copy of the data, here the
    // owner, refers to it.
    if data.count < Self.smallData {
      self = try JSONDocument(parsing: [UInt8](data), options: options)
    } else {
      let bytes = unsafe data.withUnsafeBytes { UnsafeRawBufferPointer($0) }
      self = try unsafe JSONDocument(parsing: bytes, keptBy: data, options: options)
    }
  }

  /// Parses the file at `url`.
  ///
  /// A large file is mapped into memory instead of read, so its bytes are neither copied nor
  /// allocated; it must not be truncated while the document lives. A file on a volume that may go
  /// away is read.
  /// - Throws: A `CocoaError` if the file cannot be read, a ``JSONSyntaxError`` if it is not JSON.
  /// - Complexity: O(*n*) in the bytes of the file.
  public init(contentsOf url: URL, options: JSONReadingOptions = .strict) throws {
    try self.init(parsing: Data(contentsOf: url, options: .mappedIfSafe), options: options)
  }

  private static var smallData: Int { 1024 }
}

extension JSONTokenizer {
  /// Checks that `data` is one JSON value by `options`, and makes nothing of it.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: As ``validate(_:options:)-(UnsafeRawBufferPointer,_)``.
  public static func validate(_ data: Data, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let failure: JSONSyntaxError? = unsafe data.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try unsafe validate(bytes, options: options)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
