import RushJSONCore
import Testing

/// A row of `SyntaxTable`: a text, the options to read it with, and the verdict that every reader
/// must give.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  var options = JSONReadingOptions.strict
  let verdict: Verdict

  var testDescription: String { name }

  /// Records an issue for each reader that gives another verdict.
  func check(at sourceLocation: SourceLocation = #_sourceLocation) {
    for reader in Readers.all {
      if let found = reader.disagreement(with: verdict, on: bytes, options: options) {
        Issue.record("\(found)", sourceLocation: sourceLocation)
      }
    }
  }
}

/// A row that is refused with an error at the mark `▸`, as in `[1 ▸2]`.
///
/// `⟨E2 82⟩` in the text is two bytes in hexadecimal.
func rejects(
  _ marked: String, _ kind: JSONSyntaxError.Kind, options: JSONReadingOptions = .strict
) -> SyntaxCase {
  let text = MarkedBytes(marked)
  guard let mark = text.mark else { preconditionFailure("no mark ▸ in \(marked)") }
  return SyntaxCase(
    name: "\(marked) \(kind)", bytes: text.bytes, options: options, verdict: Verdict(kind, at: mark)
  )
}

/// A row that is refused even with `leniencies`.
func rejects(
  _ marked: String, _ kind: JSONSyntaxError.Kind, _ leniencies: JSONReadingOptions.Leniencies
) -> SyntaxCase {
  rejects(marked, kind, options: JSONReadingOptions(leniencies: leniencies))
}

/// A row that is accepted. `⟨E2 82⟩` in the text is two bytes in hexadecimal.
func accepts(_ text: String, options: JSONReadingOptions = .strict) -> SyntaxCase {
  SyntaxCase(name: text, bytes: MarkedBytes(text).bytes, options: options, verdict: .accepted)
}

/// A row that is accepted with `leniencies`.
func accepts(_ text: String, _ leniencies: JSONReadingOptions.Leniencies) -> SyntaxCase {
  accepts(text, options: JSONReadingOptions(leniencies: leniencies))
}

/// The text of a row: with a mark, and with bytes in hexadecimal.
struct MarkedBytes {
  private(set) var bytes: [UInt8] = []
  /// The offset of the mark, if there is one.
  private(set) var mark: Int?

  init(_ text: String) {
    var hexadecimal: String?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "▸": mark = bytes.count
      case "⟨": hexadecimal = ""
      case "⟩":
        for number in (hexadecimal ?? "").split(separator: " ") {
          guard let byte = UInt8(number, radix: 16) else {
            preconditionFailure("\(number) is not a byte, in \(text)")
          }
          bytes.append(byte)
        }
        hexadecimal = nil
      default:
        if hexadecimal != nil {
          hexadecimal?.unicodeScalars.append(scalar)
        } else {
          bytes += Array(String(scalar).utf8)
        }
      }
    }
  }
}
