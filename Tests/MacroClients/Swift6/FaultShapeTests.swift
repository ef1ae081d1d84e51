import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Faults of values in every place that a model may have: parts, cases, collections, fields, wrappers and subclasses.
@Suite struct FaultShapeTests {
  private static func faults<T: Decodable>(
    _ type: T.Type, _ text: String, _ change: (RushJSONDecoder) -> Void = { _ in }
  ) throws -> [String] {
    let decoder = RushJSONDecoder()
    change(decoder)
    let faults = try decoder.faults(of: type, in: text.utf8)
    let isDecoded: Bool
    do {
      _ = try decoder.decode(type, from: text)
      isDecoded = true
    } catch { isDecoded = false }
    #expect(faults.isEmpty == isDecoded, "\(text)")
    return faults.map { "\($0.pointer): \($0.message)" }
  }

  private static let number = "expected a number, found a string"

  @Test func partsAndCasesAreSearched() throws {
    #expect(
      try Self.faults(
        FaultPage.self, #"{"id":"1","type":"box","w":"a","h":"b","x":"c","y":2,"more":1}"#) == [
          "/id: \(Self.number)", "/w: \(Self.number)", "/h: \(Self.number)", "/x: \(Self.number)",
        ])
    let missing = try Self.faults(FaultPage.self, #"{"id":1,"type":"disc","x":1,"y":"d"}"#)
    #expect(
      missing == [
        #"/r: no member is named "r" in the object"#, "/y: \(Self.number)",
      ])
    // Without the first member of the optional part, it is `nil`.
    #expect(try Self.faults(FaultPage.self, #"{"id":1,"type":"disc","r":1}"#) == [])
    #expect(
      try Self.faults(
        [FaultCase].self, #"[{"pair":{"_0":"a","y":"b"}},{"one":{"_0":{"r":"c"}}},{"nix":{}}]"#)
        == [
          "/0/pair/_0: \(Self.number)", "/0/pair/y: \(Self.number)", "/1/one/_0/r: \(Self.number)",
          #"/2: an object is not a valid FaultCase; the cases are "pair", "one" and "none""#,
        ])
  }

  @Test func collectionsAreSearched() throws {
    #expect(
      try Self.faults(
        FaultLists.self,
        #"{"a":[[{"r":"x"}],[]],"b":{"k":{"r":[]},"l":null},"c":[1,"x"],"d":{"r":"y"},"e":null,"f":{"1":"z","q":2},"g":{"r":"v"}}"#
      ) == [
        "/a/0/0/r: \(Self.number)", "/b/k/r: expected a number, found an array",
        "/c/1: \(Self.number)",
        "/d/r: \(Self.number)", "/f/1: \(Self.number)", #"/f/q: expected Int, found "q""#,
        "/g/r: \(Self.number)",
      ])
    #expect(
      try Self.faults([FaultDisc?].self, #"[null,{"r":1},{"r":"x"}]"#) == ["/2/r: \(Self.number)"])
    #expect(try Self.faults([String: [FaultDisc]].self, "[]").count == 1)
  }

  @Test func equalNamesCountOnce() throws {
    #expect(
      try Self.faults([String: FaultDisc].self, #"{"a":{"r":1},"a":{"r":"x"}}"#) == [])
    #expect(
      try Self.faults([String: FaultDisc].self, #"{"a":{"r":1},"a":{"r":"x"}}"#) {
        $0.readingOptions.duplicateNames = .keepLast
      } == ["/a/r: \(Self.number)"])
  }

  @Test func refusedMembersAreAllListed() throws {
    #expect(
      try Self.faults(FaultStrict.self, #"{"x":1,"at":{"y":"a","z":3},"w":4}"#) == [
        "/at/y: \(Self.number)", #"/at/z: the type has no member named "z"; did you mean "y"?"#,
        #"/w: the type has no member named "w"; did you mean "x"?"#,
      ])
  }

  @Test func genericAndInheritedModelsAreSearched() throws {
    #expect(
      try Self.faults(FaultBox<FaultDisc>.self, #"{"value":{"r":"a"},"list":[{"r":"b"},{}]}"#) == [
        "/value/r: \(Self.number)", "/list/0/r: \(Self.number)",
        #"/list/1/r: no member is named "r" in the object"#,
      ])
    #expect(try Self.faults(FaultSubclass.self, #"{"id":"x"}"#) == ["/id: \(Self.number)"])
  }

  /// A type by hand around a model, and inside one.
  @Test func typesByHandAreSearchedByPlaceholders() throws {
    struct Outer: Decodable {
      var disc: FaultDisc
      var name: String
    }
    #expect(
      try Self.faults(Outer.self, #"{"disc":{"r":"a"},"name":1}"#) == [
        "/disc/r: \(Self.number)", "/name: expected a string, found a number",
      ])
    #expect(
      try Self.faults(FaultHolder.self, #"{"hand":{"a":"1","b":"2"},"z":"3"}"#) == [
        "/hand/a: \(Self.number)", "/hand/b: \(Self.number)", "/z: \(Self.number)",
      ])
  }

  @Test func strategiesForKeysApply() throws {
    #expect(
      try Self.faults(FaultNames.self, #"{"first_one":"a","in_ner":{"last_one":"b"}}"#) {
        $0.keyDecodingStrategy = .convertFromSnakeCase
      } == [
        #"/some_more: no member is named "some_more" in the object"#, "/first_one: \(Self.number)",
        "/in_ner/last_one: \(Self.number)",
      ])
  }
}

// MARK: - Types

@JSONModel nonisolated struct FaultDisc: Hashable { var r: Int }

@JSONModel(tag: .internal("type")) nonisolated enum FaultShape {
  case box(w: Int, h: Int)
  case disc(FaultDisc)
}

@JSONModel nonisolated struct FaultCorner { var x: Int, y: Int }

@JSONModel nonisolated struct FaultPage {
  var id: Int
  @Flattened var shape: FaultShape
  @Flattened var corner: FaultCorner?
  @Unknown var rest: RawJSON.Object
}

@JSONModel nonisolated enum FaultCase {
  case pair(Int, y: Int)
  case one(FaultDisc)
  case none
}

@JSONModel nonisolated struct FaultLists {
  var a: [[FaultDisc]]
  var b: [String: FaultDisc?]
  var c: Set<Int>
  var d: JSONField<FaultDisc>
  var e: FaultDisc?
  var f: [Int: Int] = [:]
  var g = FaultDisc(r: 1)
}

@JSONModel(unknown: .refuse) nonisolated struct FaultStrict {
  var x: Int
  @Name(at: "/at/y") var y: Int
}

@JSONModel nonisolated struct FaultBox<Value> {
  var value: Value
  var list: [Value]
}

@JSONModel nonisolated class FaultBase {
  var id: Int
  init(id: Int) { self.id = id }
}

nonisolated class FaultSubclass: FaultBase {}

nonisolated struct FaultByHand: Codable {
  var a: Int
  var b: Int
}

@JSONModel nonisolated struct FaultHolder {
  var hand: FaultByHand
  var z: Int
}

@JSONModel nonisolated struct FaultNames {
  var firstOne: Int
  var someMore: Int
  var inNer: Inner

  @JSONModel nonisolated struct Inner { var lastOne: Int }
}
