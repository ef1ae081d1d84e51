import RushJSONCore
import Testing

/// Strings of a document: unescaped, compared, and as bytes.
@Suite struct StringReadTests {
  static let strings: [(json: String, value: String)] = [
    ("", ""), ("a", "a"), ("\\n", "\n"), ("a\\u0062c", "abc"), ("\\u0000", "\0"),
    ("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\u{8}\u{c}\n\r\t"), ("\u{e9}", "\u{e9}"),
    ("\\u00e9", "\u{e9}"), ("e\u{301}", "e\u{301}"), ("\\ud83d\\ude00", "\u{1f600}"),
    ("\u{1f600}", "\u{1f600}"), ("\\u20AC", "\u{20ac}"), ("\u{7f}", "\u{7f}"),
    ("long enough to be on the heap, and more", "long enough to be on the heap, and more"),
    ("long enough to be on the heap,\\n and more", "long enough to be on the heap,\n and more"),
  ]

  @Test(arguments: strings.indices)
  func asValueAndAsName(_ index: Int) throws {
    let (json, value) = Self.strings[index]
    let text =
      "{\"\(json)\": \"\(json)\", \"fill\": [\(Array(repeating: "1", count: 20).joined(separator: ","))]}"
    let root = try JSONDocument(parsing: text).root
    let member = try #require(try root.members().first { _ in true })
    #expect(Array(member.name.utf8) == Array(value.utf8))
    #expect(Array(try member.value.string().utf8) == Array(value.utf8))
    #expect(try member.value.withUTF8 { Self.array($0) } == Array(value.utf8))
    #expect(member.withNameUTF8 { Self.array($0) } == Array(value.utf8))
    #expect(root[value]?.offset == member.value.offset)
    for (other, (_, lenientValue)) in Self.strings.enumerated() {
      // Equality is by scalars, not by canonical equivalence.
      let isSame = lenientValue.utf8.elementsEqual(value.utf8)
      #expect(member.value.hasString(lenientValue) == isSame, "\(other)")
      #expect(member.hasName(lenientValue) == isSame, "\(other)")
    }
    #expect(!member.value.hasString(json + "x"))
    #expect(!member.value.hasString(value + "x"))
    #expect(!member.value.hasString(String(value.dropLast()) + "\u{1}"))
    if json != value { #expect(!member.value.hasString(json)) }

    var cursor = JSONDocument.cursor(of: text, at: 2)
    #expect(cursor.isName)
    #expect(cursor.hasEscapes == json.contains("\\"))
    #expect(cursor.withRawUTF8 { Self.array($0) } == Array(json.utf8))
    #expect(cursor.withUTF8 { Self.array($0) } == Array(value.utf8))
    let isThereMore = cursor.advance()
    #expect(isThereMore && !cursor.isName)
    #expect(cursor.withUTF8 { Self.array($0) } == Array(value.utf8))
  }

  // Strings with escapes share memory, and the second one is too long to be kept.
  private static let escaped = [
    "\\u0061b", String(repeating: "\\n", count: 35_000), "\\tc", "\\\\",
  ]
  private static let unescaped = ["ab", String(repeating: "\n", count: 35_000), "\tc", "\\"]

  @Test func escapedStringsWithinEachOther() throws {
    let text = "[\"\(Self.escaped.joined(separator: "\",\""))\"]"
    let cursors = (2...5).map { JSONDocument.cursor(of: text, at: $0) }
    for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 3)] {
      let texts = cursors[first].withUTF8 { outer in
        let inner = cursors[second].withUTF8 { Self.array($0) }
        let again = cursors[second].withUTF8 { Self.array($0) }
        return [Self.array(outer), inner, again]
      }
      let expected = [first, second, second].map { Array(Self.unescaped[$0].utf8) }
      #expect(texts == expected, "\(first) around \(second)")
    }
  }

  @Test func escapedStringsOnSeveralThreads() async throws {
    let text = "[\"\(Self.escaped.joined(separator: "\",\""))\"]"
    let document = try JSONDocument(parsing: text)
    let expected = Self.unescaped.map { Array($0.utf8) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<5).allSatisfy { _ in
            var cursor = document.cursor()
            var texts: [[UInt8]] = []
            while cursor.advance() {
              if cursor.kind == .string { texts.append(cursor.withUTF8 { Self.array($0) }) }
            }
            return texts == expected
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  private static func array(_ span: Span<UInt8>) -> [UInt8] {
    span.indices.map { span[$0] }
  }
}

extension JSONDocument {
  /// A cursor that has advanced `count` times.
  fileprivate static func cursor(of text: String, at count: Int) -> Cursor {
    guard let document = try? JSONDocument(parsing: text) else {
      preconditionFailure("not JSON: \(text)")
    }
    var cursor = document.cursor()
    for _ in 0..<count { _ = cursor.advance() }
    return cursor
  }
}
