import RushJSONCore
import Testing

/// What a reader says of a text.
enum Verdict: Hashable, CustomStringConvertible {
  case accepted
  case refused(JSONSyntaxError)

  init(_ kind: JSONSyntaxError.Kind, at offset: Int) {
    self = .refused(JSONSyntaxError(kind, at: offset))
  }

  var isAccepted: Bool { self == .accepted }

  var description: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let error): "refused: \(error)"
    }
  }
}

/// One way to read a text.
struct Reader: Sendable {
  let name: String
  /// Whether the reader can be given these bytes at all.
  var takes: @Sendable ([UInt8]) -> Bool = { _ in true }
  let read: @Sendable ([UInt8], JSONReadingOptions) throws(JSONSyntaxError) -> Void

  func verdict(of bytes: [UInt8], options: JSONReadingOptions) -> Verdict {
    do throws(JSONSyntaxError) {
      try read(bytes, options)
      return .accepted
    } catch {
      return .refused(error)
    }
  }
}

/// All readers of the library. They accept the same texts and refuse others for the same reason at
/// the same offset; to hold a new reader to that, add it to `whole`.
enum Readers {
  /// Those that are part of the public interface.
  static let whole: [Reader] = [
    Reader(name: "tokens") { (bytes, options) throws(JSONSyntaxError) in
      // Invariant: the span's bytes stay during the call.
      try unsafe bytes.span.withUnsafeBytes { (text) throws(JSONSyntaxError) in
        try unsafe JSONTokenizer.validate(text, options: options)
      }
    },
    Reader(name: "document of an array") { (bytes, options) throws(JSONSyntaxError) in
      _ = try JSONDocument(parsing: bytes, options: options)
    },
    Reader(name: "document of raw bytes") { (bytes, options) throws(JSONSyntaxError) in
      // Invariant: the span's bytes stay during the call, which copies them.
      try unsafe bytes.span.withUnsafeBytes { (text) throws(JSONSyntaxError) in
        _ = try unsafe JSONDocument(parsing: text, options: options)
      }
    },
    Reader(name: "document of a span") { (bytes, options) throws(JSONSyntaxError) in
      _ = try JSONDocument(parsing: bytes.span, options: options)
    },
    Reader(name: "document of a string", takes: { String(validating: $0, as: UTF8.self) != nil }) {
      (bytes, options) throws(JSONSyntaxError) in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try JSONDocument(parsing: text, options: options)
    },
    Reader(name: "document of adopted bytes") { (bytes, options) throws(JSONSyntaxError) in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      unsafe copy.copyBytes(from: bytes)
      // Invariant: nothing else refers to the copy.
      _ = try unsafe JSONDocument(adopting: UnsafeRawBufferPointer(copy), options: options) {
        unsafe $0.deallocate()
      }
    },
  ]

  /// Every kernel with windows of so many bytes.
  static func kernels(windows: [Int]) -> [Reader] {
    BlockKernel.available.flatMap { kernel in
      windows.map { window in
        Reader(name: "document by \(kernel) in windows of \(window)") {
          (bytes, options) throws(JSONSyntaxError) in
          _ = try JSONDocument(parsing: bytes, options: options, kernel: kernel, window: window)
        }
      }
    }
  }

  /// The careful pass alone: a limit below a window keeps the fast pass from running.
  static let careful = Reader(name: "careful pass", takes: { $0.count < 8192 }) {
    (bytes, options) throws(JSONSyntaxError) in
    var options = options
    options.maximumNumberLength = min(options.maximumNumberLength, 8191)
    _ = try JSONDocument(parsing: bytes, options: options)
  }

  static let all = whole + [careful] + Reader.streams + kernels(windows: [64, 128, 8192])

  /// One of each kind, for tests of very many texts.
  static let few = [whole[0], careful] + kernels(windows: [64]) + kernels(windows: [8192])
}

/// The verdict that all readers share; an issue is recorded for each that says otherwise.
@discardableResult
func verdict(
  of bytes: [UInt8], options: JSONReadingOptions = .strict, from readers: [Reader] = Readers.all,
  at sourceLocation: SourceLocation = #_sourceLocation
) -> Verdict {
  let first = readers[0].verdict(of: bytes, options: options)
  for reader in readers.dropFirst() where reader.takes(bytes) {
    let other = reader.verdict(of: bytes, options: options)
    if other != first {
      Issue.record(
        """
        \(readers[0].name): \(first)
        \(reader.name): \(other)
        \(visible(bytes))
        """, sourceLocation: sourceLocation)
    }
  }
  return first
}

/// Bytes as text to read in a report: those that do not show are in hexadecimal, `⟨E2⟩`.
func visible(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { byte in
    if byte >= 0x20, byte < 0x7f { return String(Unicode.Scalar(byte)) }
    return "⟨" + hexadecimal(UInt32(byte), digits: 2) + "⟩"
  }.joined()
}

/// A number in hexadecimal with leading zeros, in upper case.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
