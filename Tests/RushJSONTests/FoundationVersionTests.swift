import Foundation
import RushJSON
import Testing

/// The differences between the Foundation of Swift 6.2 and that of Swift 6.3. This library always follows 6.3.
@Suite("Versions of Foundation")
struct FoundationVersionTests {
  private func expect<T: Equatable>(
    _ foundation: T, is older: T, since63 newer: T, rush: T,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(foundation == (isFoundationOfSwift63 ? newer : older), sourceLocation: sourceLocation)
    #expect(rush == newer, sourceLocation: sourceLocation)
  }

  #if os(Linux) && compiler(>=6.3)
    /// There, Foundation belongs to the compiler, so no test leaves anything out.
    @Test func foundationOfThisCompilerIsNewEnough() { #expect(isFoundationOfSwift63) }
  #endif

  @Test func duplicatesInDictionaries() {
    let text = Data(#"{"a":1,"a":"x"}"#.utf8)
    let (foundation, rush) = BothDecoders().outcomes([String: Int].self, text)
    expect(
      foundation.errorCase ?? "none", is: "typeMismatch", since63: "none",
      rush: rush.errorCase ?? "none")
  }

  @Test func nullAsDictionary() {
    let (foundation, rush) = BothDecoders().outcomes([String: Int].self, Data("null".utf8))
    expect(
      foundation.text,
      is: "Cannot get value of type Dictionary<String, Any> -- found null value instead",
      since63: "Cannot get keyed decoding container -- found null value instead", rush: rush.text)
  }

  @Test func numbersOfKeysInDictionaries() throws {
    let (foundation, rush) = BothDecoders().outcomes(
      [String: Bool].self, Data(#"{"7":1}"#.utf8))
    expect(foundation.path, is: ["7"], since63: ["7#7"], rush: rush.path)
    let value = ["7": EncodedPath()]
    expect(
      try JSONEncoder().encode(value), is: Data(#"{"7":"7"}"#.utf8),
      since63: Data(#"{"7":"7#7"}"#.utf8), rush: try RushJSONEncoder().encode(value))
  }

  @Test func elementsInPathsOfEncoders() throws {
    let value = [["k": [EncodedPath()]]]
    expect(
      try JSONEncoder().encode(value), is: Data(#"[{"k":["k.Index 0#0"]}]"#.utf8),
      since63: Data(#"[{"k":["Index 0#0.k.Index 0#0"]}]"#.utf8),
      rush: try RushJSONEncoder().encode(value))
    let theirs = Encoded { try JSONEncoder().encode([[1, Double.nan]]) }
    let ours = Encoded { try RushJSONEncoder().encode([[1, Double.nan]]) }
    func refusal(_ path: String) -> Encoded {
      .refused("Double at \(path): Unable to encode Double.nan directly in JSON.")
    }
    expect(theirs, is: refusal("Index 0"), since63: refusal("Index 0/Index 1"), rush: ours)
  }

  /// A value that encodes its own path.
  private struct EncodedPath: Encodable {
    func encode(to encoder: any Encoder) throws {
      let path = encoder.codingPath.map { key in
        key.intValue.map { "\(key.stringValue)#\($0)" } ?? key.stringValue
      }
      var container = encoder.singleValueContainer()
      try container.encode(path.joined(separator: "."))
    }
  }
}
