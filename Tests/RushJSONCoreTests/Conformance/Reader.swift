import RushJSONCore
import Testing

/// What a reader says about a text.
enum Verdict: Hashable, CustomStringConvertible {
  case accepted
  case refused(JSONSyntaxError)
  /// The reader failed with an error that is not about the syntax of the text.
  case failed(String)

  init(_ kind: JSONSyntaxError.Kind, at offset: Int) {
    self = .refused(JSONSyntaxError(kind, at: offset))
  }

  var isAccepted: Bool { self == .accepted }

  var kind: JSONSyntaxError.Kind? {
    if case .refused(let error) = self { error.kind } else { nil }
  }

  var description: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let error): "refused: \(error)"
    case .failed(let error): "failed: \(error)"
    }
  }
}

/// One way to read a text.
struct Reader: Sendable, CustomStringConvertible {
  /// Texts on which this reader rightly disagrees with the others.
  struct Exception: Sendable {
    let reason: String
    let covers: @Sendable (Disagreement) -> Bool
  }

  let name: String
  var exceptions: [Exception] = []
  /// Longer texts are left out, because this reader takes too long over them.
  var maximumLength = Int.max
  /// Throws a `JSONSyntaxError`, or a `JSONStreamError` with one, if it refuses the text.
  let read: @Sendable ([UInt8], JSONReadingOptions) throws -> Void

  var description: String { name }

  func verdict(of text: [UInt8], options: JSONReadingOptions) -> Verdict {
    do {
      try read(text, options)
      return .accepted
    } catch let error as JSONSyntaxError {
      return .refused(error)
    } catch let error as JSONStreamError {
      return error.syntaxError.map { .refused($0) } ?? .failed("\(error)")
    } catch {
      return .failed("\(error)")
    }
  }

  /// The disagreement of this reader with `verdict`, if there is one that no exception covers.
  func disagreement(
    with verdict: Verdict, on text: [UInt8], options: JSONReadingOptions
  ) -> Disagreement? {
    guard text.count <= maximumLength else { return nil }
    let own = self.verdict(of: text, options: options)
    if own == verdict { return nil }
    let disagreement = Disagreement(reader: name, text: text, expected: verdict, own: own)
    return exceptions.contains { $0.covers(disagreement) } ? nil : disagreement
  }
}

/// A reader's verdict on a text that is not the verdict of the others.
struct Disagreement: CustomStringConvertible {
  let reader: String
  let text: [UInt8]
  let expected: Verdict
  let own: Verdict

  var description: String { "\(reader): \(own), not \(expected): \(visible(text))" }
}

/// The verdict of the first reader. Records an issue for each reader that disagrees.
@discardableResult
func verdict(
  of bytes: [UInt8], options: JSONReadingOptions = .strict, from readers: [Reader] = Readers.all,
  at sourceLocation: SourceLocation = #_sourceLocation
) -> Verdict {
  let first = readers[0].verdict(of: bytes, options: options)
  for reader in readers.dropFirst() {
    if let found = reader.disagreement(with: first, on: bytes, options: options) {
      Issue.record("\(found)", sourceLocation: sourceLocation)
    }
  }
  return first
}

/// Bytes as text for a report; those that cannot be seen are in hexadecimal, `⟨E2⟩`.
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
