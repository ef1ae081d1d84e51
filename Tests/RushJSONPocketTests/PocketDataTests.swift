import Foundation
import RushJSONPocket
import Testing

/// The length and the content of a pocket's data.
@Suite("The data of a pocket")
struct PocketDataTests {
  /// `{"t":"…"}` with a text of `count` times `character`.
  private static func data(_ count: Int, _ character: String = "x") -> RawJSON.Object {
    ["t": .string(String(repeating: character, count: count))]
  }

  @Test("P14: 2000 characters are within the limit, 2001 are not") func p14() throws {
    var pocket = Pocket()
    try pocket.setData(Self.data(1992))
    #expect(try pocket.dataLength() == 2000)
    #expect(try RawJSON.dictionary(pocket.data).jsonString().count == 2000)
    let before = pocket
    let error = #expect(throws: Pocket.Failure.self) { try pocket.setData(Self.data(1993)) }
    guard case .sizeLimitExceeded(limit: 2000, actual: 2001) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(pocket == before)
  }

  /// The unit is UTF-16 by default, the strictest reading of "characters".
  @Test(
    "P15: the unit of the limit",
    arguments: [
      ("é", 1992, 1, 1, 1, 2), ("👩‍🚀", 398, 1, 3, 5, 11), ("e\u{301}", 996, 1, 2, 2, 3),
    ])
  func p15(
    character: String, fits: Int, characters: Int, scalars: Int, utf16: Int, bytes: Int
  ) throws {
    var pocket = Pocket()
    try pocket.setData(Self.data(fits, character))
    #expect(try pocket.dataLength(in: .characters) == 8 + fits * characters)
    #expect(try pocket.dataLength(in: .scalars) == 8 + fits * scalars)
    #expect(try pocket.dataLength(in: .utf16) == 8 + fits * utf16)
    #expect(try pocket.dataLength(in: .bytes) == 8 + fits * bytes)
    #expect(throws: Pocket.Failure.self) { try pocket.setData(Self.data(fits + 1, character)) }
    // In another unit, the same data may fit or not.
    let more = Self.data(fits + 1, character)
    let isWithin = 8 + (fits + 1) * characters <= 2000
    let byCharacters = Result { () throws(Pocket.Failure) in
      try Pocket.DataLimit(count: 2000, unit: .characters).check(more)
    }
    #expect((byCharacters.failure == nil) == isWithin)
    #expect(throws: Pocket.Failure.self) {
      try pocket.setData(more, limit: Pocket.DataLimit(count: 2000, unit: .bytes))
    }
  }

  @Test("Each store has a limit of its own") func limitsOfStores() async throws {
    let limit = Pocket.DataLimit(count: 8, unit: .bytes)
    let pocket = Pocket(data: ["k": "xyz"])
    let file = Pocket.FileStore(URL(filePath: "/nowhere/pocket.json"), dataLimit: limit)
    #expect(file.dataLimit == limit)
    var options = Pocket.HTTPStore.Options()
    options.dataLimit = limit
    let server = try #require(URL(string: "http://127.0.0.1:1"))
    let stores: [any Pocket.Store] = [
      Pocket.MemoryStore(dataLimit: limit), file,
      try Pocket.HTTPStore(base: server, options: options) { Pocket.HTTPStore.Token("t") },
    ]
    for store in stores {
      let error = await #expect(throws: Pocket.Failure.self) { try await store.savePocket(pocket) }
      guard case .sizeLimitExceeded(limit: 8, actual: 11) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("P16: a slash counts once") func p16() throws {
    let pocket = Pocket(data: ["u": "a/b"])
    #expect(try pocket.jsonString() == #"{"data":{"u":"a/b"},"references":{}}"#)
    #expect(try pocket.dataLength() == 11)
  }

  @Test("P22: a value without a JSON form is an error with its path, before anything is sent")
  func p22() throws {
    var pocket = Pocket()
    // RawJSON.Object does not accept a Date at compile time. In an Any, it is refused at run time.
    let values: [String: Any] = ["a": [1, ["when": Date()]]]
    let error = #expect(throws: Pocket.Failure.self) { try pocket.setData(values) }
    guard case .notWritable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == JSONWritingError(.unsupportedType("Date"), at: "/a/1/when"))
    #expect(pocket == Pocket())
    let good: [String: Any] = ["a": [1, NSNull(), true], "b": "x"]
    try pocket.setData(good)
    #expect(pocket.data == ["a": [1, nil, true], "b": "x"])
    try pocket.setData(["theme": "dark"])
    #expect(pocket.data == ["theme": "dark"])
  }

  @Test("A number that is not finite has no text") func notFinite() {
    var pocket = Pocket()
    let error = #expect(throws: Pocket.Failure.self) { try pocket.setData(["x": .double(.nan)]) }
    guard case .notWritable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
