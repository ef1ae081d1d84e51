#if !FoundationEssentialsOnly
  internal import RushJSONCore
  public import _RushJSONFoundation

  /// JSON as Foundation objects and back: Foundation's `JSONSerialization`, faster.
  ///
  /// ```swift
  /// let object = try RushJSONSerialization.jsonObject(with: data)  // was: JSONSerialization
  /// let data = try RushJSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  /// ```
  ///
  /// The results are those of `JSONSerialization` in swift-corelibs-foundation, types included. New code
  /// is better served by ``RawJSON`` or ``JSONDocument``.
  public enum RushJSONSerialization {
    /// Options for reading. The bits are Foundation's.
    public struct ReadingOptions: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Creates a set from its bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Arrays and objects are `NSMutableArray` and `NSMutableDictionary`.
      public static let mutableContainers = ReadingOptions(rawValue: 1)
      /// Strings that are values are `NSMutableString`.
      public static let mutableLeaves = ReadingOptions(rawValue: 2)
      /// The text may be a string, a number, `true`, `false` or `null`.
      public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
      /// The text may be JSON5 (``JSONReadingOptions/Leniencies/json5``).
      public static let json5Allowed = ReadingOptions(rawValue: 8)
      /// A text without braces around its members is an object.
      public static let topLevelDictionaryAssumed = ReadingOptions(rawValue: 16)
      /// The old name of ``fragmentsAllowed``.
      public static let allowFragments = fragmentsAllowed
    }

    /// Options for writing. The bits are Foundation's.
    public struct WritingOptions: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Creates a set from its bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The text is indented by two spaces per level.
      public static let prettyPrinted = WritingOptions(rawValue: 1)
      /// Names are sorted as Foundation sorts them: `"a9"` before `"a10"`, and `"a"` before `"B"`.
      public static let sortedKeys = WritingOptions(rawValue: 2)
      /// The object may be a string, a number, a Boolean or `NSNull`.
      public static let fragmentsAllowed = WritingOptions(rawValue: 4)
      /// `/` is written as `/`, not as `\/`.
      public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
    }

    // MARK: - Reading

    /// Reads a text into objects: `[Any]`, `[String: Any]`, `String`, `NSNumber` and `NSNull`.
    ///
    /// The text is UTF-8, UTF-16 or UTF-32. One trailing comma and a byte order mark are accepted, and the
    /// last of several members with one name wins. A number of more than 17 bytes that is not a 64-bit
    /// integer becomes an `NSDecimalNumber` if its exponent permits. It has all digits, but on Linux, Foundation
    /// converts it to a `Double` that may differ from the nearest in the last digit. ``RawJSON`` has the nearest.
    /// - Throws: `CocoaError.propertyListReadCorrupt`. Its underlying error is a
    ///   ``JSONSyntaxError`` or ``JSONValueError`` with the place in the text.
    /// - Complexity: O(*n*) in the bytes of the text. Copies only strings.
    public static func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any {
      // Invariant: the bytes are valid during the call, and objects do not refer to them.
      try unsafe data.withUnsafeBytes { try unsafe ObjectReader.read($0, options) }
    }

    /// Reads the rest of a stream into objects. See ``jsonObject(with:options:)-(Data,_)``.
    ///
    /// The whole text is kept in memory until the call returns. The stream must be open.
    /// - Throws: Also the error of the stream.
    public static func jsonObject(
      with stream: InputStream, options: ReadingOptions = []
    ) throws -> Any {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        // Invariant: the stream writes at most `count` bytes, during the call.
        let count = unsafe piece.withUnsafeMutableBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return 0 }
          return unsafe stream.read(start, maxLength: buffer.count)
        }
        if count < 0 { throw stream.knownError ?? CocoaError(.fileReadUnknown) }
        if count == 0 { break }
        bytes += piece[..<count]
      }
      return try unsafe bytes.withUnsafeBytes { try unsafe ObjectReader.read($0, options) }
    }

    // MARK: - Writing

    /// Whether `object` is an array or a dictionary that can be written.
    /// - Complexity: That of writing it.
    public static func isValidJSONObject(_ object: Any) -> Bool {
      do {
        _ = try releasingObjects { try ObjectWriter.write(object, []) { _ in } }
        return true
      } catch {
        return false
      }
    }

    /// Writes Swift or Foundation objects as JSON text in UTF-8.
    ///
    /// Accepts the same values as `RawJSON.init(converting:)`.
    /// - Throws: `CocoaError.propertyListReadCorrupt`, as Foundation does on Linux. Its underlying error is a
    ///   ``JSONWritingError`` with the path of the value. Nothing ends the process.
    /// - Complexity: O(*n*) in the bytes of the text.
    public static func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data
    {
      try releasingObjects { try ObjectWriter.data(object, options) }
    }

    /// Writes objects as JSON text to a stream that is open, in pieces of at most 64 KiB, and returns the
    /// number of bytes.
    /// - Throws: The errors of ``data(withJSONObject:options:)``, or that of the stream. The stream may
    ///   have taken the beginning of the text.
    @discardableResult
    public static func writeJSONObject(
      _ object: Any, to stream: OutputStream, options: WritingOptions = []
    ) throws -> Int {
      try releasingObjects {
        try ObjectWriter.write(object, options) { bytes in
          var written = 0
          while written < bytes.count {
            // Invariant: the stream reads at most `maxLength` bytes, during the call.
            let count = unsafe bytes.extracting(written...).withUnsafeBufferPointer { rest in
              guard let start = rest.baseAddress else { return 0 }
              return unsafe stream.write(start, maxLength: rest.count)
            }
            guard count > 0 else { throw stream.knownError ?? CocoaError(.fileWriteUnknown) }
            written += count
          }
        }
      }
    }

    /// Writes objects to a stream, under Foundation's name on Linux. See
    /// ``writeJSONObject(_:to:options:)``.
    @discardableResult
    public static func writeJSONObject(
      _ object: Any, toStream stream: OutputStream, options: WritingOptions = []
    ) throws -> Int {
      try writeJSONObject(object, to: stream, options: options)
    }
  }

  extension CocoaError {
    /// The error of Foundation for a text or an object that is not JSON.
    static func notJSON(_ error: any Error) -> CocoaError {
      CocoaError(
        .propertyListReadCorrupt,
        userInfo: [NSDebugDescriptionErrorKey: "\(error)", NSUnderlyingErrorKey: error])
    }
  }

  extension Stream {
    /// The stream's error, or `nil` on Linux: Foundation ends the process there if a stream has no error.
    fileprivate var knownError: (any Error)? {
      #if canImport(Darwin)
        streamError
      #else
        nil
      #endif
    }
  }
#endif
