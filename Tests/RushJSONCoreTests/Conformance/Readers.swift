import Testing

@testable import RushJSONCore

/// All readers of the library. They accept the same texts, and refuse others with the same kind of
/// error at the same offset. A new reader is held to that when it is added to `all`.
///
/// Where a reader has to differ, its `exceptions` say for which texts and why.
enum Readers {
  // A list of lists, because Swift 6.2 cannot find the types of so long a sum.
  static let all: [Reader] = groups.flatMap(\.self)

  private static let groups: [[Reader]] = [
    [tokens, restarted], documents, [tree], decoders, events, elements, lines, partialValues,
    [projection, careful], kernels(windows: [64, 128, 8192]),
  ]

  /// One of each kind of scanner, for tests of very many texts.
  static let few = [tokens, careful] + kernels(windows: [64]) + kernels(windows: [8192])

  static let tokens = Reader(name: "tokens") { bytes, options in
    // Invariant: the span's bytes stay during the call.
    try unsafe bytes.span.withUnsafeBytes { (text) throws(JSONSyntaxError) in
      try unsafe JSONDocument.validate(text, options: options)
    }
  }

  /// Nothing of a text that was refused has a part in the next one.
  static let restarted = Reader(name: "tokens after another text") { bytes, options in
    let refused = Array("[{\"a\":[1".utf8)
    // Invariant: the bytes of both texts stay during the calls.
    let failure = refused.withCheckedBytes { refused in
      bytes.withCheckedBytes { text in
        var tokenizer = Tokenizer(refused, options: options)
        _ = tokenizer.validate()
        tokenizer.restart(text)
        return tokenizer.validate()
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Documents

  static let document = Reader(name: "document of an array") { bytes, options in
    _ = try JSONDocument(parsing: bytes, options: options)
  }

  static let documents = [
    document,
    Reader(name: "document of raw bytes") { bytes, options in
      // Invariant: the span's bytes stay during the call, which copies them.
      try unsafe bytes.span.withUnsafeBytes { (text) throws(JSONSyntaxError) in
        _ = try unsafe JSONDocument(parsing: text, options: options)
      }
    },
    Reader(name: "document of a span") { bytes, options in
      _ = try JSONDocument(parsing: bytes.span, options: options)
    },
    Reader(name: "document of a string", exceptions: [notUTF8]) { bytes, options in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try JSONDocument(parsing: text, options: options)
    },
    Reader(name: "document of adopted bytes") { bytes, options in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      unsafe copy.copyBytes(from: bytes)
      // Invariant: nothing else refers to the copy.
      _ = try unsafe JSONDocument(adopting: UnsafeRawBufferPointer(copy), options: options) {
        unsafe $0.deallocate()
      }
    },
    Reader(name: "document of a reader, after other texts") { bytes, options in
      var reader = JSONDocument.Reader(options: options)
      let others = ["{\"a\":[1,\"b\"]}", "[1", "\"\(String(repeating: "x", count: 3000))\""]
      let kept = others.map { other in
        Result { () throws(JSONSyntaxError) in try reader.parse(other) }
      }
      try withExtendedLifetime(kept) { _ = try reader.parse(bytes) }
    },
  ]

  private static let notUTF8 = Reader.Exception(
    reason: "A string is always UTF-8, so it has lost what is invalid."
  ) {
    String(validating: $0.text, as: UTF8.self) == nil
  }

  /// The careful pass alone: a limit below the length of a window keeps the fast pass from running.
  static let careful = Reader(name: "careful pass", maximumLength: 8191) { bytes, options in
    var options = options
    options.maximumNumberLength = min(options.maximumNumberLength, 8191)
    _ = try JSONDocument(parsing: bytes, options: options)
  }

  /// Every kernel, with windows of each of these lengths.
  static func kernels(windows: [Int]) -> [Reader] {
    BlockKernel.available.flatMap { kernel in
      windows.map { window in
        Reader(name: "document by \(kernel) in windows of \(window)") { bytes, options in
          _ = try JSONDocument(parsing: bytes, options: options, kernel: kernel, window: window)
        }
      }
    }
  }

  // MARK: - Trees and coders

  static let tree = Reader(name: "tree") { bytes, options in
    _ = try RawJSON(parsing: bytes, options: options)
  }

  static let decoders = [
    Reader(name: "decoder of a tree", exceptions: [otherEncoding]) { bytes, options in
      try decode(RawJSON.self, bytes, options)
    },
    Reader(name: "decoder of a type that reads nothing", exceptions: [otherEncoding]) {
      bytes, options in
      try decode(Unread.self, bytes, options)
    },
  ]

  private static func decode(
    _ type: (some Decodable).Type, _ bytes: [UInt8], _ options: JSONReadingOptions
  ) throws {
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = options
    do {
      _ = try decoder.decode(type, from: bytes)
    } catch DecodingError.dataCorrupted(let context) {
      throw context.underlyingError ?? DecodingError.dataCorrupted(context)
    }
  }

  private struct Unread: Decodable {
    init(from decoder: any Decoder) {}
  }

  private static let otherEncoding = Reader.Exception(
    reason: "Like Foundation's, it reads UTF-16 and UTF-32, which it tells by zero bytes and marks."
  ) {
    $0.text.prefix(4).contains(0) || $0.text.starts(with: [0xff, 0xfe])
  }
}
