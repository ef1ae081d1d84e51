import Foundation
import RushJSON
import Testing

/// Keys that a session keeps from value to value, and collections that it fills itself: the results and the errors are those of
/// the standard library's own `init(from:)`.
@Suite struct KnownKeyTests {
  private enum Mood: String, Codable, CodingKeyRepresentable {
    case calm, glad, aVeryLongNameOfAMood
  }
  private enum Level: Int, Codable, CodingKeyRepresentable { case low, high }

  /// Takes any letter case, and has one key for two names.
  private enum Loose: String, Codable, CodingKeyRepresentable {
    case calm

    init?<T: CodingKey>(codingKey: T) {
      guard codingKey.stringValue.lowercased() == "calm" else { return nil }
      self = .calm
    }
  }

  /// A value that no hook decodes.
  private struct Plain<Value: Decodable & Equatable>: Decodable {
    let value: Value
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  }

  private static let objects = [
    "{}", #"{"calm":1}"#, #"{"glad":2,"calm":1}"#, #"{"aVeryLongNameOfAMood":3}"#, #"{"other":1}"#,
    #"{"calm":1,"other":2}"#, #"{"calm":1,"calm":2}"#, #"{"calm":1,"CALM":2}"#, #"{"calm":null}"#,
    #"{"calm":"x"}"#, #"{"calm":[1]}"#, #"{"0":1}"#, #"{"1":1,"0":2}"#, #"{"01":1}"#, #"{"2":1}"#,
    #"{"ca\u006cm":1}"#, "[]", "null", "1", #"["calm",1]"#, #"{"calm":1,"calm":"x"}"#,
    #"{"calm":"x","calm":1}"#, #"{"glad":1,"calm":2,"calm":"x"}"#, #"{"calm":1,"glad":"x"}"#,
    #"{"0":1,"0":"x"}"#,
  ]

  private static func outcome<T>(_ body: () throws -> T) -> String {
    do {
      return "\(try body())"
    } catch {
      // Without the underlying error, which names the type around the value: as Swift 6.3 and as 6.2 write it.
      return "\(error)".components(separatedBy: ". Underlying error")[0]
        .components(separatedBy: ", underlyingError")[0]
    }
  }

  private static func check<T: Decodable & Equatable>(
    _ type: T.Type, _ texts: [String], _ decoder: RushJSONDecoder = RushJSONDecoder(),
    describing describe: (T) -> String
  ) {
    // Several times, because what is kept from one value must not change the next.
    for text in texts + texts.reversed() {
      let list = "[\(text),\(text)]"
      let kept = outcome { try decoder.decode([T].self, from: list).map(describe) }
      let plain = outcome {
        try decoder.decode([Plain<T>].self, from: list).map { describe($0.value) }
      }
      #expect(kept == plain, "\(T.self) of \(text)")
    }
  }

  private static func sorted<Key, Value>(_ members: [Key: Value]) -> String {
    "\(members.map { "\($0.key): \($0.value)" }.sorted())"
  }

  @Test func dictionariesByKeysOfTheProgram() {
    let last = RushJSONDecoder()
    last.readingOptions.duplicateNames = .keepLast
    let snake = RushJSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    for decoder in [RushJSONDecoder(), last, snake] {
      Self.check([Mood: Int].self, Self.objects, decoder) { Self.sorted($0) }
      Self.check([Level: Int].self, Self.objects, decoder) { Self.sorted($0) }
      Self.check([Mood: [Int]].self, Self.objects, decoder) { Self.sorted($0) }
      Self.check([Mood: Int?].self, Self.objects, decoder) { Self.sorted($0) }
    }
    // Two names of one key: the standard library keeps one of them.
    Self.check([Loose: Int].self, Self.objects.filter { !$0.contains("CALM") }) { Self.sorted($0) }
  }

  @Test func sets() {
    let arrays = [
      "[]", #"["a"]"#, #"["a","b","a"]"#, #"["a",null]"#, #"["a",1]"#, #"["é","e\u0301"]"#, "{}",
      "null",
      #"["a string that is longer than fifteen bytes","a string that is longer than fifteen bytes"]"#,
    ]
    Self.check(Set<String>.self, arrays) { "\($0.sorted())" }
    Self.check(Set<Int>.self, ["[]", "[1,2,1]", "[1,null]", #"["1"]"#, "[1.5]"]) {
      "\($0.sorted())"
    }
  }

  /// A session begins sets as copies of empty ones: what a program does with a set must not change later ones.
  @Test func setsOfEachLengthAreTheirOwn() throws {
    let decoder = RushJSONDecoder()
    for count in Array(0...20) + Array((0...20).reversed()) {
      let numbers = try decoder.decode([Set<Int>].self, from: "\([Array(0..<count), [7]])")
      let names = try decoder.decode(
        [Set<String>].self, from: "\([(0..<count).map { "\($0)" }, ["x"]])")
      #expect(numbers == [Set(0..<count), [7]])
      #expect(names == [Set((0..<count).map { "\($0)" }), ["x"]])
      var (changed, changedNames) = (numbers[1], names[1])
      for number in 100..<130 {
        #expect(changed.insert(number).inserted)
        #expect(changedNames.insert("\(number)").inserted)
      }
      #expect(numbers[1] == [7] && names[1] == ["x"])
    }
  }

  private enum Shape: Codable, Equatable {
    case none
    case circle(radius: Double)
    case aShapeWithAVeryLongName(width: Int, height: Int)
  }

  /// Its keys share names with those of other types, and differ in case.
  private struct Names: Decodable, Equatable {
    let names: [String]

    enum Key: String, CodingKey {
      case circle, none
      init?(stringValue: String) { self.init(rawValue: stringValue.lowercased()) }
      init?(intValue: Int) { nil }
      var intValue: Int? { nil }
      var stringValue: String { rawValue }
    }

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
  }

  @Test func keysOfObjectsWithOneMember() throws {
    let texts = [
      #"{"none":{}}"#, #"{"circle":{"radius":1.5}}"#, #"{"CIRCLE":{"radius":1.5}}"#,
      #"{"aShapeWithAVeryLongName":{"width":1,"height":2}}"#, #"{"other":{}}"#, "{}",
      #"{"circle":{"radius":1},"none":{}}"#, #"{"circle":{"radius":1},"circle":{"radius":2}}"#,
      #"{"circle":{}}"#, #"{"ci\u0072cle":{"radius":1}}"#,
    ]
    let decoder = RushJSONDecoder()
    for _ in 0..<3 {
      for text in texts {
        let data = Data(text.utf8)
        // Foundation's, as a result or as an error.
        let shape = try? JSONDecoder().decode(Shape.self, from: data)
        let names = try? JSONDecoder().decode(Names.self, from: data)
        let own = try? decoder.decode(Shape.self, from: data)
        #expect(own == shape, "\(text)")
        let ownNames = try? decoder.decode(Names.self, from: data)
        #expect(ownNames.map { Set($0.names) } == names.map { Set($0.names) }, "\(text)")
      }
    }
    // More names than are kept.
    for index in 0..<40 {
      let found = try decoder.decode(Names.self, from: Data(#"{"n\#(index)":1}"#.utf8))
      #expect(found.names.isEmpty)
    }
    #expect(try decoder.decode(Names.self, from: Data(#"{"None":1}"#.utf8)).names == ["none"])
  }
}
