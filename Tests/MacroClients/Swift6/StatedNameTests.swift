import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Types state the names of their members, so no initialiser runs to find them.
@Suite struct StatedNameTests {
  private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try RushJSONDecoder().decode(T.self, from: text)
  }

  @Test func theTagDecidesWhichNamesATypeHas() throws {
    let value = try read(KeeperBesideTag.self, #"{"x":1,"kind":"a","p":2,"q":3}"#)
    #expect(value.shape == .a(p: 2) && value.open.rest == ["q": 3])
    #expect(try value.jsonString() == #"{"x":1,"kind":"a","p":2,"q":3}"#)
    let other = try read(KeeperBesideTag.self, #"{"x":1,"kind":"b","p":2,"q":3}"#)
    #expect(other.shape == .b(q: 3) && other.open.rest == ["p": 2])
  }

  @Test func theCaseThatFitsDecidesWithoutATag() throws {
    let value = try read(KeeperBesideLoose.self, #"{"x":1,"low":2,"high":3}"#)
    #expect(value.range == .near(low: 2) && value.open.rest == ["high": 3])
    let other = try read(KeeperBesideLoose.self, #"{"x":1,"start":2,"high":3}"#)
    #expect(other.range == .far(start: 2, high: 3) && other.open.rest == [:])
  }

  @Test func valuesThatAreNoObjectsHaveNoNames() throws {
    #expect(try read(OptionalLoose.self, #"{"id":1,"z":2}"#) == OptionalLoose(id: 1))
    #expect(
      try read(OptionalLoose.self, #"{"id":1,"from":2}"#)
        == OptionalLoose(id: 1, setting: .range(from: 2, to: nil)))
    #expect(throws: DecodingError.self) {
      try read(OptionalLoose.self, #"{"id":1,"from":"2"}"#)
    }
  }

  @Test func aTypeInsideItselfHasNoMembersLeft() throws {
    let chain = try read(ChainedPart.self, #"{"value":1,"z":2}"#)
    #expect(chain.value == 1 && chain.next == nil)
  }

  @Test func partsAreReadOnce() throws {
    CountedPart.counter.count = 0
    let value = try read(KeeperBesideCounted.self, #"{"x":1,"n":2,"z":3}"#)
    #expect(value.counted.n == 2 && value.open.rest == ["z": 3])
    #expect(CountedPart.counter.count == 1)
    // An optional part without members is not read at all.
    #expect(try read(OptionalCounted.self, #"{"id":1,"z":3}"#).counted == nil)
    #expect(CountedPart.counter.count == 1)
    #expect(try read(OptionalCounted.self, #"{"id":1,"n":3}"#).counted?.n == 3)
    #expect(CountedPart.counter.count == 2)
  }

  @Test func aTypeThatStatesNoNamesTakesAllOthers() throws {
    #expect(try read(KeeperAroundHand.self, #"{"id":1,"n":2,"z":3}"#).rest == [:])
    #expect(try read(OptionalHand.self, #"{"id":1}"#).hand == nil)
    #expect(try read(OptionalHand.self, #"{"id":1,"n":2}"#).hand?.n == 2)
    #expect(throws: DecodingError.self) { try read(OptionalHand.self, #"{"id":1,"z":2}"#) }
  }

  @Test func namesAreThoseAfterConversion() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let value = try decoder.decode(
      KeeperBesideConverted.self, from: #"{"x":1,"first_name":"a","last_name":"b"}"#)
    #expect(value.name?.firstName == "a" && value.open.rest == ["last_name": "b"])
    let without = try decoder.decode(KeeperBesideConverted.self, from: #"{"x":1,"last_name":"b"}"#)
    #expect(without.name == nil && without.open.rest == ["last_name": "b"])
  }

  @Test func theLastOfEqualNamesIsKept() throws {
    for (policy, kept) in [
      (JSONReadingOptions.DuplicateNames.keepFirst, 1), (.keepLast, 3),
    ] as [(JSONReadingOptions.DuplicateNames, Int)] {
      let decoder = RushJSONDecoder()
      decoder.readingOptions.duplicateNames = policy
      let value = try decoder.decode(OpenPart.self, from: #"{"z":1,"x":2,"z":3,"y":4}"#)
      #expect(value.rest == ["z": .number(JSONNumber(kept)), "y": 4])
    }
  }
}

@JSONModel(tag: .internal("kind")) enum TagShape: Equatable { case a(p: Int), b(q: Int) }

@JSONModel struct KeeperBesideTag: Equatable {
  @Flattened var open: OpenPart
  @Flattened var shape: TagShape
}

@JSONModel(tag: .untagged) enum LooseRange: Equatable {
  case near(low: Int), far(start: Int, high: Int)
}

@JSONModel struct KeeperBesideLoose: Equatable {
  @Flattened var open: OpenPart
  @Flattened var range: LooseRange
}

@JSONModel(tag: .untagged) enum LooseFlag: Equatable {
  case flag(Bool), list([Int]), name(String), range(from: Int, to: Int?)
}

@JSONModel struct OptionalLoose: Equatable {
  var id: Int
  @Flattened var setting: LooseFlag?
}

@JSONModel nonisolated final class ChainedPart {
  let value: Int
  @Flattened let next: ChainedPart?
}

@JSONModel struct CountedPart: Equatable {
  nonisolated static let counter = PartCounter()
  var n: Int
  @Ignored var number = CountedPart.counter.next()
}

/// How many values were made. One test alone uses it.
nonisolated final class PartCounter: @unchecked Sendable {
  var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

@JSONModel struct KeeperBesideCounted: Equatable {
  @Flattened var open: OpenPart
  @Flattened var counted: CountedPart
}

@JSONModel struct OptionalCounted: Equatable {
  var id: Int
  @Flattened var counted: CountedPart?
}

nonisolated struct HandPart: JSONReadable, JSONWritable, Codable, Equatable {
  var n: Int
  init(from reader: inout JSONReader) throws { n = try reader.value("n") }
  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder, for: Self.self)
    try self.init(from: &reader)
  }
  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member("n", n)
    try writer.endObject()
  }
  func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

@JSONModel struct KeeperAroundHand: Equatable {
  var id: Int
  @Flattened var hand: HandPart
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct OptionalHand: Equatable {
  var id: Int
  @Flattened var hand: HandPart?
}

@JSONModel struct ConvertedName: Equatable { var firstName: String }

@JSONModel struct KeeperBesideConverted: Equatable {
  @Flattened var open: OpenPart
  @Flattened var name: ConvertedName?
}
