import RushJSONCore
import RushJSONStreams
import Testing

/// Copies of a partial value are independent, wherever the text is cut.
@Suite struct PartialCopyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// What the original gets instead of the rest of the text.
    var other: String
    var options = PartialJSON.Options()
    var testDescription: String { text }
  }

  private static func reading(_ change: (inout JSONReadingOptions) -> Void) -> PartialJSON.Options {
    var options = JSONReadingOptions.strict
    change(&options)
    return PartialJSON.Options(readingOptions: options)
  }

  static let cases = [
    Case(text: #"{"a":[1,2,{"b":"xé\n😀y"}],"c":{"d":null},"e":-1.5e3} "#, other: #"9,"q":[7]}"#),
    Case(text: #"[[1,[2,[3,"four"]]],true,"five\u00e9six",{}]"#, other: #",8],"x"]"#),
    Case(text: #""one string, \"quoted\", and its end""#, other: #"other\tend""#),
    Case(
      text: #"{"a":1,"a":{"a":2,"a":[3]},"a":4}"#, other: #","a":[5],"a":6}"#,
      options: reading { $0.duplicateNames = .keepLast }),
    Case(
      text: #"{"a":1,"a":{"b":[2]},"b":4}"#, other: #","a":[5],"c":6}"#,
      options: reading { $0.duplicateNames = .keepFirst }),
    Case(
      text: #"{"a":1,"b":{"a":2},"c":4}"#, other: #","a":[5],"c":6}"#,
      options: reading { $0.duplicateNames = .refuse }),
    Case(
      text: "{a:'x', /* a comment */ b:[1,2,], // end\n c:+.5}", other: "'y',d:[3]}",
      options: PartialJSON.Options(readingOptions: .json5)),
    Case(
      text: "As [asked], here: ```json\n{\"a\": [1, {\"b\": \"c\"}]}\n``` so",
      other: "7, {\"z\": 2}]}",
      options: PartialJSON.Options(allowsProse: true)),
    Case(
      text: "[" + (0..<40).map { #"{"n\#($0)":[\#($0),"s"]}"# }.joined(separator: ",") + "]",
      other: #","rest"]}]"#),
    Case(
      text: "{" + (0..<40).map { #""n\#($0)":\#($0)"# }.joined(separator: ",") + "}",
      other: #","n3":"again"}"#),
  ]

  /// What a reader shows, and what it says about the last piece.
  private struct Shown: Equatable {
    var tree: RawJSON?
    var path: JSONPointer?
    var isComplete: Bool
    var error: JSONStreamError?

    init(_ partial: inout PartialJSON, feed: (inout PartialJSON) throws(JSONStreamError) -> Void) {
      do throws(JSONStreamError) { try feed(&partial) } catch { self.error = error }
      tree = partial.snapshot()
      path = partial.openPath
      isComplete = partial.isComplete
    }

    static func == (left: Shown, right: Shown) -> Bool {
      left.tree == right.tree && left.path == right.path && left.isComplete == right.isComplete
        && left.error?.description == right.error?.description
    }
  }

  /// A reader of bytes, one by one.
  private func fed(_ bytes: some Sequence<UInt8>, _ options: PartialJSON.Options) -> PartialJSON {
    var partial = PartialJSON(options)
    for byte in bytes {
      do throws(JSONStreamError) { try partial.feed([byte]) } catch { break }
      _ = partial.snapshot()
    }
    return partial
  }

  @Test(arguments: cases)
  func copiesAreIndependentAtEachCut(_ tested: Case) {
    let text = Array(tested.text.utf8)
    let other = Array(tested.other.utf8)
    for cut in 0...text.count {
      let prefix = text[..<cut]
      var original = fed(prefix, tested.options)
      let shown = Shown(&original) { _ in }
      var copy = original
      // The copy goes on byte by byte, and the original with another text in between.
      var fresh = fed(prefix, tested.options)
      var freshCopy = fed(prefix, tested.options)
      for (index, byte) in text[cut...].enumerated() {
        let isSame =
          Shown(&copy) { p throws(JSONStreamError) in try p.feed([byte]) }
          == Shown(&freshCopy) { p throws(JSONStreamError) in try p.feed([byte]) }
        #expect(isSame, "copy, cut at \(cut)")
        guard index < other.count else { continue }
        let isOriginal =
          Shown(&original) { p throws(JSONStreamError) in try p.feed([other[index]]) }
          == Shown(&fresh) { p throws(JSONStreamError) in try p.feed([other[index]]) }
        #expect(isOriginal, "original, cut at \(cut)")
      }
      #expect(
        Shown(&copy) { p throws(JSONStreamError) in try p.finish() }
          == Shown(&freshCopy) { p throws(JSONStreamError) in try p.finish() })
      #expect(
        Shown(&original) { p throws(JSONStreamError) in try p.finish() }
          == Shown(&fresh) { p throws(JSONStreamError) in try p.finish() })
      // Earlier snapshots stay.
      var again = fed(prefix, tested.options)
      #expect(shown == Shown(&again) { _ in })
    }
  }

  @Test func aSnapshotOfACopyLeavesTheOriginal() throws {
    var original = PartialJSON()
    try original.feed(#"{"a":["x"#)
    let first = original.snapshot()
    var copy = original
    #expect(copy.snapshot() == first)
    try copy.feed(#"y","z"]"#)
    #expect(copy.snapshot() == ["a": ["xy", "z"]])
    #expect(original.snapshot() == ["a": ["x"]])
    #expect(first == ["a": ["x"]])
    try original.feed(#"",2]}"#)
    #expect(original.snapshot() == ["a": ["x", 2]])
    #expect(copy.isComplete == false && original.isComplete)
    #expect(copy.isComplete(at: "/a") && copy.openPath == "")
  }

  @Test func aDictionaryHoldsOneForEachToolCall() throws {
    var calls: [Int: PartialJSON] = [:]
    let pieces = [(0, #"{"city":"Gr"#), (1, #"{"days""#), (0, #"az"}"#), (1, ":3}")]
    for (index, piece) in pieces { try calls[index, default: PartialJSON()].feed(piece) }
    #expect(calls[0]?.snapshot() == ["city": "Graz"])
    let values = try calls.mapValues { call in
      var call = call
      try call.finish()
      return call.snapshot()
    }
    #expect(values == [0: ["city": "Graz"], 1: ["days": 3]])
  }

  @Test func onlyACopyThatIsSharedIsCopied() throws {
    // A reader is one reference.
    func identity(_ partial: PartialJSON?) -> UInt? {
      // Invariant: the bits are only compared.
      partial.map { unsafe unsafeBitCast($0, to: UInt.self) }
    }
    var calls = [0: PartialJSON()]
    let first = identity(calls[0])
    for piece in ["{", #""a":"#, "[1", ",2]", "}"] {
      try calls[0]?.feed(piece)
      _ = calls[0]?.snapshot()
      #expect(identity(calls[0]) == first)
    }
    let kept = calls[0]
    #expect(identity(kept) == first && kept?.isComplete == true)
    try calls[0]?.finish()
    #expect(identity(calls[0]) != first)
  }

  /// Code for the type when it could not be copied.
  @Test func ownershipIsStillSpelledOut() throws {
    struct Call: ~Copyable {
      var arguments = PartialJSON()
      consuming func finished() throws -> RawJSON? {
        try arguments.finish()
        return arguments.snapshot()
      }
    }
    func isDone(_ partial: borrowing PartialJSON) -> Bool { partial.isComplete }
    func add(_ text: String, to partial: inout PartialJSON) throws { try partial.feed(text) }
    func end(_ partial: consuming PartialJSON) throws -> RawJSON? {
      try partial.finish()
      return partial.snapshot()
    }
    var partial = PartialJSON()
    try add("[1", to: &partial)
    #expect(!isDone(partial))
    var moved = consume partial
    try add(",2]", to: &moved)
    #expect(try end(consume moved) == [1, 2])
    var call = Call()
    try call.arguments.feed("[3]")
    #expect(try call.finished() == [3])
  }
}
