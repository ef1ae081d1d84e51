import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Keys made from names, and names made by strategies, compared with Foundation.
@Suite("Keys made from names")
struct DecodedNameTests {
  private static func path(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue)#\($0.intValue.map(String.init) ?? "nil")" }
      .joined(separator: "/")
  }

  /// The paths of all values below.
  private struct Paths: Decodable {
    var paths: [String]

    init(from decoder: any Decoder) throws {
      paths = [DecodedNameTests.path(decoder.codingPath)]
      if let members = try? decoder.container(keyedBy: Name.self) {
        for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
          paths += try members.decode(Paths.self, forKey: key).paths
        }
      } else if var list = try? decoder.unkeyedContainer() {
        while !list.isAtEnd { paths += try list.decode(Paths.self).paths }
      }
    }
  }

  private static let numbered = [
    #"{"7":{"007":{"x":1}},"a":[{"8":[1]}]}"#, #"{"7":1,"007":2,"+7":3,"-7":4,"7.0":5}"#,
  ]

  /// Only dictionaries without a key strategy have keys with numbers, from the standard library.
  @Test("a name that looks like a number is a number where Foundation has one")
  func numbers() {
    let custom = Setting.customKeys { path in
      Name(stringValue: "k" + (path.last?.stringValue ?? ""))
    }
    for settings: [Setting] in (isFoundationOfSwift63 ? [[]] : []) + [[.snakeCase], [custom]] {
      for text in Self.numbered {
        expectSame(Paths.self, text, settings: settings)
        expectSame([String: Paths].self, text, settings: settings)
        expectSame([String: Paths?].self, text, settings: settings)
        expectSame([String: [String: Paths]].self, "{\"1\":\(text)}", settings: settings)
      }
      expectSame([Int: Paths].self, #"{"7":{"8":1}}"#, settings: settings)
      expectSame([String: [String: Bool]].self, #"{"1":{"7":1}}"#, settings: settings)
      expectSame([String: Int].self, #"{"7":"x"}"#, settings: settings)
      expectSame([String: [Int]].self, #"{"7":["x"]}"#, settings: settings)
    }
  }

  @Test("custom strategies are given names without numbers")
  func customStrategies() {
    let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Name(stringValue: DecodedNameTests.path(path))
    }
    expectSame(Paths.self, Self.numbered[1], "{\"7\":1}", settings: [.customKeys(convert)])
    expectSame(
      [String: Paths].self, "{\"7\":{\"8\":1}}", "{\"x\":[{\"8\":1}]}",
      settings: [.customKeys(convert)])
  }

  @Test("a key of super has no number")
  func superKeys() {
    expectSameUse("{}", "{\"super\":{\"1\":2},\"7\":3}") { decoder in
      let members = try decoder.container(keyedBy: Name.self)
      return [
        Self.path(try members.superDecoder().codingPath),
        Self.path(try members.superDecoder(forKey: "7").codingPath),
      ].joined(separator: " ")
    }
  }

  /// A value that encodes its own path.
  private struct EncodedPath: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(DecodedNameTests.path(encoder.codingPath))
    }
  }

  @Test("keys of encoded dictionaries have numbers where Foundation's have")
  func encodedDictionaries() throws {
    let foundation = JSONEncoder()
    let rush = RushJSONEncoder()
    let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Name(stringValue: DecodedNameTests.path(path))
    }
    let strategies: [(JSONEncoder.KeyEncodingStrategy, RushJSONEncoder.KeyEncodingStrategy)] = [
      (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertToSnakeCase),
      (.custom(convert), .custom(convert)),
    ]
    for (theirs, ours) in strategies.dropFirst(isFoundationOfSwift63 ? 0 : 1) {
      foundation.keyEncodingStrategy = theirs
      rush.keyEncodingStrategy = ours
      func check(_ value: some Encodable) throws {
        #expect(try rush.encode(value) == foundation.encode(value), "\(value) \(theirs)")
      }
      try check(["7": EncodedPath()])
      try check(["007": ["7": EncodedPath()]])
      try check(["7": [EncodedPath()]])
      try check([7: EncodedPath()])
    }
  }

  // MARK: - Random names

  /// Scalars that are rare and matter to words: separators, marks, letters with several cases, scalars
  /// that do not end a word, and scalars that join the character before them.
  private static let pieces = [
    "_", "_", "_", "_", "-", "a", "b", "C", "D", "1", "'", "\u{2019}", "\u{2018}", "^", "`", ".",
    ":", "\u{b7}", "\u{ad}", "\u{301}", "\u{308}", "\u{345}", "\u{200d}", "\u{fe0f}", "é", "É",
    "e\u{301}", "ß", "ẞ", "ǆ", "ǅ", "Ǆ", "ŉ", "ﬁ", "ı", "İ", "ς", "Σ", "º", "ª", "ʰ", "ĸ", "Ⅷ", "ⓐ",
    "\u{600}", "\r\n", " ", "漢", "한", "\u{1100}\u{1161}", "🇦", "🇹", "👍🏽", "𝐹", "K", ";", "\u{37e}",
    "\u{212a}", "\u{1d15e}",
  ]

  private static func name(_ generator: inout SeededGenerator) -> String {
    var name = ""
    for _ in 0..<Int.random(in: 0..<9, using: &generator) {
      if Int.random(in: 0..<4, using: &generator) > 0 {
        name += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator)) {
        name.unicodeScalars.append(scalar)
      }
    }
    return name
  }

  /// A name as a JSON string.
  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The scalars of the only key.
  private struct Key: Decodable {
    var scalars: [UInt32]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      scalars = members.allKeys.flatMap { $0.stringValue.unicodeScalars.map(\.value) }
      for key in members.allKeys { _ = try members.decode(Int.self, forKey: key) }
    }
  }

  @Test("random names in snake case")
  func randomSnakeCase() {
    let both = BothDecoders([.snakeCase])
    for seed in UInt64(1)...4000 {
      var generator = SeededGenerator(seed: seed)
      let name = Self.name(&generator)
      let text = "{\(Self.quoted(name)):1}"
      let (foundation, rush) = both.outcomes(Key.self, Data(text.utf8))
      #expect(rush == foundation, "seed \(seed): \(name.unicodeScalars.map(\.value))")
    }
  }

  /// Every scalar that matters to words, and some others: after a letter, after a separator, and between
  /// letters.
  @Test("each scalar in snake case")
  func eachScalar() {
    let chosen = (UInt32(0)...0x10ffff).compactMap(Unicode.Scalar.init).filter { scalar in
      let properties = scalar.properties
      return properties.isCased || properties.isCaseIgnorable || scalar.value % 61 == 0
        || [.otherPunctuation, .initialPunctuation, .spacingMark]
          .contains(properties.generalCategory)
    }
    let both = BothDecoders([.snakeCase])
    var wrong: [UInt32] = []
    for start in stride(from: 0, to: chosen.count, by: 512) {
      let part = chosen[start..<min(start + 512, chosen.count)]
      let members = part.map { scalar in
        let character = String(Character(scalar))
        return Self.quoted("x_\(character)b_c\(character)D_\(character)e") + ":1"
      }
      let text = Data("{\(members.joined(separator: ","))}".utf8)
      let (foundation, rush) = both.outcomes(KeySet.self, text)
      if foundation != rush, let first = part.first { wrong.append(first.value) }
    }
    #expect(wrong.isEmpty, "among the 512 scalars from each of these on")
  }

  /// The scalars of all keys.
  private struct KeySet: Decodable {
    var names: Set<[UInt32]>

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Name.self).allKeys
      names = Set(keys.map { $0.stringValue.unicodeScalars.map(\.value) })
    }
  }

  /// The values of all keys, looked up one by one.
  private struct Values: Decodable {
    var values: [String: Int]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      values = [:]
      for key in members.allKeys {
        values[key.stringValue] = try members.decode(Int.self, forKey: key)
      }
    }
  }

  /// Large objects have a dictionary of names that compare as strings do.
  @Test("many keys that may be equivalent to others", arguments: ["é", "K", ";", "`"])
  func manyEquivalents(prefix: String) throws {
    let members = (0..<3000).map { "\"\(prefix)\($0)\":\($0)" }
    let text = "{\"\u{212a}\":1,\(members.joined(separator: ",")),\"\(prefix)5\":\"x\"}"
    let values = try RushJSONDecoder().decode(Values.self, from: text).values
    #expect(values.count == 3001 && values["\(prefix)5"] == 5 && values["K"] == 1)
  }

  @Test("random names as keys, some of them equivalent or there twice", arguments: [0, 1])
  func randomKeys(settings: Int) {
    let custom = Setting.customKeys { path in path.last ?? Name(stringValue: "") }
    let both = BothDecoders([[], [custom]][settings])
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(seed: seed)
      let count = seed % 3 == 0 ? 80 : Int.random(in: 0..<12, using: &generator)
      let members = (0..<count).map { "\(Self.quoted(Self.name(&generator))):\($0)" }
      let text = Data("{\(members.joined(separator: ","))}".utf8)
      for (foundation, rush) in [
        both.outcomes(Values.self, text), both.outcomes([String: Int].self, text),
      ] {
        #expect(rush == foundation, "seed \(seed)")
      }
    }
  }
}
