import RushJSONCore
import RushJSONStreams
import Testing

/// Members and elements that the skip kernel skips in one call, at the places where the call begins
/// and ends. Chunks of 150 bytes are too short for the kernel.
@Suite struct PassedMemberTests {
  private static func matches(
    _ patterns: [JSONPattern], _ chunks: [ArraySlice<UInt8>]
  ) throws -> [JSONProjection.Match] {
    try JSONProjection(patterns: patterns).matches(inChunks: chunks)
  }

  private static func check(
    _ patterns: [JSONPattern], _ text: [UInt8], _ chunks: [ArraySlice<UInt8>],
    count: Int? = nil, _ comment: @autoclosure () -> Comment
  ) throws {
    let expected = try matches(patterns, Chunks.of(150, text))
    if let count { #expect(expected.count == count, comment()) }
    #expect(try matches(patterns, chunks) == expected, comment())
  }

  /// Each value is read between texts that the kernel has skipped.
  @Test func formsOfWantedValues() throws {
    let values = [
      "true", "false", "null", "0", "-1", "12", "-123", "4567890123456789", "-2.5e3", "1E+10",
      "0.000001", "123456789012345678901234567890", #""""#, #""a""#, #""\"""#, #""\\""#,
      #""\"a""#, #""a\\""#, #""a\"b\\\"""#, #""\\\\x""#, #""\u00e9é\ud83d\ude00""#, #""false""#,
    ]
    // What precedes and follows a value decides how its end is found.
    for (before, after) in [("", ""), (" ", " "), ("\n\t", "\r\n")] {
      let elements = (0..<300).map { index in
        #"{"x":\#(index),"id":\#(before)\#(values[index % values.count])\#(after)}"#
      }
      let text = Array("[\(elements.joined(separator: ","))]".utf8)
      try Self.check(["/*/id"], text, [text[...]], count: 300, "\(before.debugDescription)")
    }
  }

  /// The path of a fault leads through an object whose first members were skipped.
  @Test func pathAfterPassedMembers() {
    let passed = String(repeating: #""b": 2, "#, count: 200)
    for fault in [#"{"id": tru}"#, #"{"id": [tru]}"#] {
      let text = Array(
        (#"{\#(passed)"a": {\#(passed)"items": [{"id": 1}, \#(fault)]}}"#
          + String(repeating: " ", count: 600)).utf8)
      var errors: [JSONStreamError?] = []
      for size in [1, 150, 600, text.count] {
        #expect(throws: JSONStreamError.self) {
          do {
            _ = try Self.matches(["/a/items/*/id"], Chunks.of(size, text))
          } catch let error as JSONStreamError {
            errors.append(error)
            throw error
          }
        }
      }
      #expect(errors.allSatisfy { $0?.pointer == "/a/items/1/id" }, "\(errors)")
      #expect(errors.allSatisfy { $0 == errors[0] })
    }
  }

  /// Thousands of small objects, and a fault after them.
  @Test(arguments: [#"{"id":1}"#, #"{"id":1,"i":[{}]}"#, #"{"i":0,"id":""}"#])
  func membersOfManyObjects(_ element: String) throws {
    for padding in 0..<5 {
      let start = "[" + String(repeating: " ", count: padding)
      let text = start + String(repeating: element + ",", count: 2_500)
      let whole = Array((text + element + "]").utf8)
      try Self.check(["/*/id"], whole, [whole[...]], count: 2_501, "\(padding) spaces")
      try Self.check(["/*/i", "/*/id"], whole, [whole[...]], "\(padding) spaces")
      // The fault follows all of them.
      let damaged = Array((text + #"{"id":@}]"#).utf8)
      var errors: [(Int?, String?)] = []
      for chunks in [Chunks.of(150, damaged), [damaged[...]]] {
        do {
          _ = try JSONProjection(patterns: ["/*/id"]).matches(inChunks: chunks)
          Issue.record("no error")
        } catch let error as JSONStreamError {
          errors.append((error.offset, error.pointer?.tokens.first))
        }
      }
      #expect(errors[0] == (text.utf8.count + 6, "2500"), "\(padding) spaces")
      #expect(errors[1] == errors[0], "\(padding) spaces")
    }
  }

  /// A chunk may end after a wanted name.
  @Test func cutAfterManyMembers() throws {
    let element = #"{"i":"x","id": 12},"#
    let text = Array(("[" + String(repeating: element, count: 1_200) + "0]").utf8)
    for cut in 20_000..<(20_000 + element.utf8.count) {
      let chunks = Chunks.cut(text, at: cut)
      try Self.check(["/*/id"], text, chunks, count: 1_200, "cut at \(cut)")
      try Self.check(["/*/id", "/*/i"], text, chunks, count: 2_400, "cut at \(cut)")
    }
  }

  /// Names that a search has found, or not found, far ahead of where the reader is.
  @Test(arguments: [100, 1_000, 5_000, 15_000, 17_000, 33_000, 70_000])
  func namesFarApart(_ distance: Int) throws {
    // The names are also those of members of other objects, and in strings.
    let other = #""x":{"a":1,"b":[{"b":2}],"t":"\"b\":3"},"#
    let filler = String(repeating: other, count: distance / other.utf8.count + 1)
    let plain = String(repeating: #""y":"some text, and no name",  "#, count: distance / 32 + 1)
    for (first, second) in [(filler, plain), (plain, filler), (plain, plain), (filler, filler)] {
      let text = Array(
        #"{\#(first)"a":1,\#(second)"b":2,\#(first)"a":3,\#(second)"c":4,"a":5}"#.utf8)
      for patterns in [["/a", "/b"], ["/b", "/a"], ["/c"], ["/c", "/a"]] as [[JSONPattern]] {
        for size in [text.count, 40_000, 7_000] {
          try Self.check(
            patterns, text, Chunks.of(size, text), "\(patterns) in chunks of \(size)")
        }
      }
    }
  }

  /// The reader stops after a thousand events to deliver them. What it has not read is skipped from there.
  @Test(arguments: [1_000, 1_020, 1_024, 1_500, 3_000])
  func afterAPause(_ count: Int) throws {
    let elements = String(repeating: "0,", count: count)
    for fill in stride(from: 0, to: 6_000, by: 170) {
      let filler = String(repeating: #""x":12,"#, count: fill / 7)
      let text = Array(#"{"a":[\#(elements)1],\#(filler)"b":2,\#(filler)"c":3}"#.utf8)
      try Self.check(
        ["/a/*", "/b"], text, [text[...]], count: count + 2, "\(fill) bytes before the name")
    }
  }

  /// Names of any length and form, of which the kernel looks for short and plain ones.
  @Test func formsOfNames() throws {
    let names = (28...40).map { String(repeating: "n", count: $0) } + ["a b", "é", "a/b", "\u{7f}"]
    for name in names {
      let token = name.replacing("/", with: "~1")
      let elements = (0..<60).map { #"{"x":"some more text","\#(name)":\#($0),"y":[\#($0)]}"# }
      let array = Array("[\(elements.joined(separator: ","))]".utf8)
      try Self.check([JSONPattern("/*/\(token)")], array, [array[...]], count: 60, "\(name)")
      let filler = String(repeating: #""x":"some text","#, count: 100)
      let object = Array(#"{\#(filler)"\#(name)":1,\#(filler)"\#(name)x":2}"#.utf8)
      try Self.check([JSONPattern("/\(token)")], object, [object[...]], count: 1, "\(name)")
    }
  }

  /// A name without characters is one, too.
  @Test func emptyNames() throws {
    let filler = String(repeating: #""x":"","y":[""],"#, count: 200)
    let text = Array(#"{\#(filler)"":1,\#(filler)"":{"":2}}"#.utf8)
    for patterns in [["/"], ["//"], ["/", "/x"]] as [[JSONPattern]] {
      try Self.check(patterns, text, [text[...]], "\(patterns)")
    }
  }
}
