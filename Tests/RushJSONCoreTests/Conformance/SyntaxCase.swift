import RushJSONCore
import Testing

/// A text, the options to read it with, and the verdict that every reader must give.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  var options = JSONReadingOptions.strict
  let verdict: Verdict

  var testDescription: String { name }

  /// Reads the text with every reader.
  func check(at sourceLocation: SourceLocation = #_sourceLocation) {
    let found = RushJSONCoreTests.verdict(of: bytes, options: options, at: sourceLocation)
    #expect(found == verdict, "\(visible(bytes))", sourceLocation: sourceLocation)
  }
}

/// A text that is refused where the mark `▸` stands, as in `[1 ▸2]`.
///
/// `⟨E2 82⟩` in the text stands for bytes in hexadecimal.
func rejects(
  _ marked: String, _ kind: JSONSyntaxError.Kind, options: JSONReadingOptions = .strict
) -> SyntaxCase {
  let text = MarkedBytes(marked)
  guard let mark = text.mark else { preconditionFailure("no mark ▸ in \(marked)") }
  return SyntaxCase(
    name: "\(marked) \(kind)", bytes: text.bytes, options: options, verdict: Verdict(kind, at: mark)
  )
}

/// As the other, with leniencies instead of all options.
func rejects(
  _ marked: String, _ kind: JSONSyntaxError.Kind, _ leniencies: JSONLeniencies
) -> SyntaxCase {
  rejects(marked, kind, options: JSONReadingOptions(leniencies: leniencies))
}

/// A text that is accepted. `⟨E2 82⟩` in it stands for bytes in hexadecimal.
func accepts(_ text: String, options: JSONReadingOptions = .strict) -> SyntaxCase {
  SyntaxCase(name: text, bytes: MarkedBytes(text).bytes, options: options, verdict: .accepted)
}

/// As the other, with leniencies instead of all options.
func accepts(_ text: String, _ leniencies: JSONLeniencies) -> SyntaxCase {
  accepts(text, options: JSONReadingOptions(leniencies: leniencies))
}

/// A text as it is written in a test: with a mark, and with bytes in hexadecimal.
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
            preconditionFailure("no byte: \(number) in \(text)")
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
