import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// Members that no pattern wants are skipped by blocks, if there are enough bytes. What is found must
/// be the same.
@Suite struct PatternSkippingTests {
  private static let patterns: [[JSONPattern]] = [
    ["/items/*/id"], ["/items/*/id", "/items/*/user/name"], ["/items/*/user/*", "/items/3/id"],
    ["$.items[1::2].id", "$.items[0:4].user"], ["/items/*/no", "/meta/id"], ["/*/meta", "/meta"],
    ["/items/*/a", "/items/*/b", "/items/*/c", "/items/*/id"], ["/items/*/s", "/items/*/id"],
    ["$.items[*].deep[0].items[*].id"], ["$.items[1:].id", "/items/*/id"],
  ]

  /// Objects of some hundred bytes, with the wanted names also where they mean nothing.
  private static func text(_ random: inout SeededGenerator, seed: UInt64) throws -> [UInt8] {
    var generator = DocumentGenerator(seed: seed, finiteNumbers: false)
    func filler(_ most: Int) -> String {
      String(decoding: generator.document(maximumDepth: 4, maximumBytes: most), as: UTF8.self)
    }
    func member(_ number: Int) -> String {
      switch number {
      case 0: #""id" : \#(Int.random(in: 0..<9999, using: &random))"#
      case 1: #""\u0069d":"escaped""#
      case 2: #""user":{"id":1,"x":\#(filler(900)),"name":"Ada","id":2}"#
      case 3: #""s":"\"id\":1, {\"id\":2} \u0000 id""#
      case 4: #""deep":[{"id":0,"items":[{"id":[\#(filler(300))]}]},"id","user"]"#
      case 5: "\"b\":\"" + String(repeating: "x\\u00e9 é", count: 40) + "\""
      case 6: #""a":[1,-2.5e3,true,null]"#
      case 7: "\"n\(number)\":" + filler(2000)
      default: "\"filler\":  \n" + filler(400)
      }
    }
    func object() -> String {
      let count = Int.random(in: 0..<12, using: &random)
      let members = (0..<count).map { _ in member(Int.random(in: 0..<10, using: &random)) }
      return "{" + members.joined(separator: Bool.random(using: &random) ? "," : " ,\n ") + "}"
    }
    let items = (0..<12).map { number in number % 5 == 4 ? filler(700) : object() }
    return Array(
      #"{"meta":\#(object()),"items":[\#(items.joined(separator: ","))],"items2":\#(object())}"#
        .utf8)
  }

  private static func matches(
    _ patterns: [JSONPattern], _ chunks: [ArraySlice<UInt8>]
  ) throws -> [JSONProjection.Match] {
    try JSONProjection(patterns: patterns).matches(inChunks: chunks)
  }

  @Test(arguments: PropertySeed.all(count: 4))
  func sameAsWithoutBlocks(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    for round in 0..<1 {
      let text = try Self.text(&random, seed: seed.value &+ UInt64(round))
      #expect(throws: Never.self) { try JSONDocument.validate(text) }
      for patterns in Self.patterns {
        // Chunks that are too short for blocks.
        let expected = try Self.matches(patterns, Chunks.of(200, text))
        for size in [text.count, 700, 1500, 5000] {
          let found = try Self.matches(patterns, Chunks.of(size, text))
          #expect(found == expected, "\(patterns) in chunks of \(size)")
        }
        for _ in 0..<3 {
          let cut = Int.random(in: 0...text.count, using: &random)
          #expect(
            try Self.matches(patterns, Chunks.cut(text, at: cut)) == expected, "cut at \(cut)")
        }
      }
    }
  }

  /// Long arrays, in which the kernel skips many objects without a stop: values, indexes, and the
  /// path of an error.
  @Test(arguments: PropertySeed.all(count: 2))
  func longArrays(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let members = [
      #""id":17"#, #""id": -2.5e3"#, #""id":"x\"y""#, #""id":null"#, #""id" :\#ntrue"#,
      #""id":"é\u00e9""#, #""i":1"#, #""user":{"id":3,"x":[{"id":4}]}"#, #""s":"{\"id\":5}""#,
      #""text":"id","t":["id"]"#, "\"long\":\"" + String(repeating: "abc ", count: 60) + "\"",
      #""id":false,"id":[6]"#, #""\u0069d":7"#,
    ]
    /// Plain elements are those at which no kernel stops.
    func element(isPlain: Bool) -> String {
      let usable = members.dropLast(isPlain ? 2 : 0)
      switch Int.random(in: (isPlain ? 1 : 0)..<20, using: &random) {
      case 0: return #""id""#
      case 1: return #"[{"id":7},[8]]"#
      case 2: return "{}"
      default:
        let count = Int.random(in: 1..<6, using: &random)
        let some = (0..<count).map { _ in usable.randomElement(using: &random) ?? "" }
        return "{" + some.joined(separator: [",", " , "].randomElement(using: &random) ?? ",") + "}"
      }
    }
    let elements = (0..<600).map { element(isPlain: $0 % 300 < 200) }
    for whole in [true, false] {
      let array = "[" + elements.joined(separator: whole ? "," : ",\n ") + "]"
      let text = Array((whole ? array : #"{"a":[0],"items":\#(array),"b":[{"id":9}]}"#).utf8)
      let patterns: [JSONPattern] = whole ? ["$[*].id"] : ["/items/*/id"]
      let expected = try Self.matches(patterns, Chunks.of(150, text))
      #expect(expected.count > 300)
      #expect(Set(expected.map(\.pointer)).count > 250)
      for size in [text.count, 20_000, 3000, 700] {
        let chunks = Chunks.of(size, text)
        #expect(try Self.matches(patterns, chunks) == expected, "chunks of \(size)")
        #expect(try Self.count(patterns, chunks) == expected.count, "chunks of \(size)")
      }
      let several: [JSONPattern] = whole ? ["$[*].id", "$[*].i"] : ["/items/*/i", "/items/*/id"]
      let count = try Self.matches(several, Chunks.of(150, text)).count
      #expect(count > expected.count)
      for size in [text.count, 3000] {
        #expect(try Self.count(several, Chunks.of(size, text)) == count, "chunks of \(size)")
      }
      // The path of an error leads to the element at least.
      for _ in 0..<20 {
        var damaged = text
        damaged[Int.random(in: 100..<text.count - 200, using: &random)] = UInt8(ascii: "}")
        var paths: [[String]] = []
        for size in [150, text.count] {
          do {
            _ = try Self.matches(patterns, Chunks.of(size, damaged))
            paths.append([])
          } catch let error as JSONStreamError {
            paths.append(Array((error.pointer?.tokens ?? ["none"]).prefix(whole ? 1 : 2)))
            #expect(error.syntaxError == Self.fault(of: damaged))
          }
        }
        #expect(paths[0] == paths[1])
      }
    }
  }

  private static func count(
    _ patterns: [JSONPattern], _ chunks: [ArraySlice<UInt8>]
  ) throws(JSONStreamError) -> Int {
    var reader = JSONProjection.Reader(JSONProjection(patterns: patterns))
    var count = 0
    for chunk in chunks {
      reader.feed(chunk)
      count += try reader.countMatches()
    }
    reader.finish()
    return count + (try reader.countMatches())
  }

  private static func fault(of text: [UInt8]) -> JSONSyntaxError? {
    do throws(JSONSyntaxError) { try JSONDocument.validate(text) } catch { return error }
    return nil
  }

  /// A damaged text is refused for the same reason at the same place, by all.
  @Test(arguments: PropertySeed.all(count: 2))
  func damagedTexts(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let text = try Self.text(&random, seed: seed.value)
    let bytes: [UInt8] = Array("\"\\{}[],: 0au\n".utf8) + [0, 0x80, 0xff]
    for _ in 0..<80 {
      var damaged = text
      let place = Int.random(in: 0..<text.count, using: &random)
      damaged[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
      var expected: JSONSyntaxError?
      do throws(JSONSyntaxError) { try JSONDocument.validate(damaged) } catch { expected = error }
      for patterns in Self.patterns.prefix(3) {
        var found: JSONSyntaxError?
        do {
          _ = try Self.matches(patterns, [damaged[...]])
        } catch let error as JSONStreamError {
          found = error.syntaxError
        }
        #expect(found == expected, "byte \(place) is \(damaged[place])")
      }
    }
  }

  /// Names that the search cannot look for.
  @Test func otherNames() throws {
    let filler = String(repeating: #""x":[1,2,3],"#, count: 100)
    for name in ["", "é", "a/b", "q\"", "a b", String(repeating: "n", count: 40)] {
      let written = try RawJSON.string(name).jsonString()
      let text = Array("[{\(filler)\(written):1,\(filler)\(written):2}]".utf8)
      let pattern = JSONPattern(steps: [.wildcard, .name(name)])
      #expect(try Self.matches([pattern], [text[...]]).map(\.value) == [1, 2], "\(name)")
    }
  }
}
