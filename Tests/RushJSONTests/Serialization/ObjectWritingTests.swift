import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// `RushJSONSerialization` writes what `JSONSerialization` writes.
@Suite("Objects to texts")
struct ObjectWritingTests {
  private typealias Options = RushJSONSerialization.WritingOptions

  private struct Unwritable {}

  /// Both texts, or the errors' codes. Without sorted names, a dictionary has at most one member.
  private func compare(_ object: Any, _ bits: UInt, _ name: String) {
    let theirs = Result {
      try JSONSerialization.data(
        withJSONObject: object, options: JSONSerialization.WritingOptions(rawValue: bits))
    }
    let ours = Result {
      try RushJSONSerialization.data(withJSONObject: object, options: Options(rawValue: bits))
    }
    switch (theirs, ours) {
    case (.success(let theirs), .success(let ours)):
      #expect(
        String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self), "\(name)")
    case (.failure(let theirs), .failure(let ours)):
      let (theirs, ours) = (theirs as NSError, ours as NSError)
      #expect(ours.domain == theirs.domain && ours.code == theirs.code, "\(name)")
    default: Issue.record("\(name): \(theirs) and \(ours)")
    }
  }

  private static let sortedSets: [UInt] = [2, 3, 6, 7, 10, 11, 14, 15]

  @Test(arguments: CorpusShape.allCases.filter { !$0.isLines })
  func generated(_ shape: CorpusShape) throws {
    let data = Data(shape.generate(seed: 1, targetBytes: 20_000))
    for reading: UInt in [0, 3] {
      let object = try JSONSerialization.jsonObject(
        with: data, options: JSONSerialization.ReadingOptions(rawValue: reading))
      for bits in Self.sortedSets { compare(object, bits, shape.name) }
    }
  }

  // Computed, because `Any` is not Sendable.
  private static var values: [(String, Any)] {
    [
      ("Int", 1), ("negative", -1), ("UInt64", UInt64.max), ("Int64", Int64.min), ("Double", 1.5),
      ("whole", 1.0), ("Float", Float(0.1)), ("large Float", Float(1e10)), ("1e15", 1e15),
      ("1e16", 1e16), ("1e22", 1e22), ("least", Double.leastNonzeroMagnitude), ("1e-5", 1e-5),
      ("1e-4", 1e-4),
      ("zero", 0.0), ("-0.0", -0.0), ("NaN", Double.nan), ("infinity", -Double.infinity),
      ("Decimal", Decimal(string: "1.10") as Any), ("NSNumber true", NSNumber(value: true)),
      ("NSNumber 1", NSNumber(value: 1)), ("NSNumber 1.0", NSNumber(value: 1.0)),
      ("NSNumber UInt8", NSNumber(value: UInt8(200))), ("Bool", false),
      ("NSNumber Float", NSNumber(value: Float(0.1))),
      ("NSDecimalNumber", NSDecimalNumber(string: "1.50")), ("slash", "a/b"),
      ("escapes", "é\u{1}\u{1f}\u{7f}\u{2028}\"\\\n\t\u{8}\u{c}\r"), ("NSString", NSString("x")),
      ("NSMutableString", NSMutableString("y")), ("NSNull", NSNull()), ("[Int]", [1, 2]),
      ("[String: Int]", ["a": 1]), ("[Any]", [Any]()), ("[String: Any]", [String: Any]()),
      ("[Int?]", [1, nil]), ("NSArray", NSArray(array: [1, [2]])),
      ("NSMutableArray", NSMutableArray()),
      ("NSDictionary", NSDictionary(dictionary: ["a": ["b": 1]])), ("[Int: Int]", [1: 2]),
      ("[AnyHashable: Any]", [AnyHashable("a"): 1]), ("Int8", Int8(3)), ("UInt16", UInt16(4)),
      ("AnyHashable", AnyHashable(3)), ("Date", Date(timeIntervalSince1970: 0)), ("Data", Data()),
      ("struct", Unwritable()), ("Set", Set([1])), ("void", ()),
    ]
  }

  @Test func singleValues() {
    for (name, value) in Self.values {
      for bits: UInt in [4, 5, 12] {
        compare(value, bits, name)
        compare([value], bits, "[\(name)]")
        compare(["a/b": value], bits, "{\(name)}")
      }
      for value: Any in [value, [value], ["a": value]] as [Any] {
        #expect(
          RushJSONSerialization.isValidJSONObject(value)
            == JSONSerialization.isValidJSONObject(value), "\(name)")
      }
    }
  }

  @Test func orderOfNames() {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("aabbzAZ_- .~019é\u{301}ßöＡ/")
    for _ in 0..<300 {
      var object: [String: Int] = [:]
      for _ in 0..<generator.integer(in: 2...8) {
        let name = (0..<generator.integer(in: 0...5)).map { _ in generator.element(of: letters) }
        object[String(name)] = 1
      }
      compare(object, 2, "\(object.keys)")
    }
  }

  // MARK: - Errors and streams

  @Test func errorsSayWhere() {
    let date = Date(timeIntervalSince1970: 0)
    let cyclic = NSMutableArray()
    cyclic.add(cyclic)
    defer { cyclic.removeAllObjects() }
    let cases: [(Any, RushJSONSerialization.WritingOptions, String, String)] = [
      (["a": [1, date] as [Any]], [], "/a/1", "Date"), (1, [], "", "Int"),
      (["a": [1: 2]], [], "/a", "must be strings"), (["a": ["b": Double.nan]], [], "/a/b", "nan"),
    ]
    for (object, options, path, word) in cases {
      let error = #expect(throws: CocoaError.self) {
        try RushJSONSerialization.data(withJSONObject: object, options: options)
      }
      let writing = unsafe error?.userInfo[NSUnderlyingErrorKey] as? JSONWritingError
      #expect((writing?.pointer ?? .root).description == path, "\(path)")
      #expect(writing.map { "\($0)".localizedCaseInsensitiveContains(word) } ?? false, "\(word)")
    }
    #expect(throws: CocoaError.self) { try RushJSONSerialization.data(withJSONObject: cyclic) }
    #expect(!RushJSONSerialization.isValidJSONObject(cyclic))
  }

  @Test func toAStream() throws {
    let object = (0..<50_000).map { ["a": $0] }
    let stream = OutputStream.toMemory()
    stream.open()
    let count = try RushJSONSerialization.writeJSONObject(object, to: stream)
    let data = try RushJSONSerialization.data(withJSONObject: object)
    #expect(count == data.count)
    #expect(stream.property(forKey: .dataWrittenToMemoryStreamKey) as? Data == data)
    stream.close()
    // A stream that cannot be opened takes nothing.
    let missing = try #require(OutputStream(toFileAtPath: "/nonexistent/file", append: false))
    missing.open()
    #expect(throws: (any Error).self) {
      try RushJSONSerialization.writeJSONObject(object, toStream: missing)
    }
    // Nor does one without room.
    var memory = [UInt8](repeating: 0, count: 16)
    unsafe memory.withUnsafeMutableBufferPointer { memory in
      guard let start = memory.baseAddress else { return }
      let full = unsafe OutputStream(toBuffer: start, capacity: memory.count)
      full.open()
      #expect(throws: (any Error).self) {
        try RushJSONSerialization.writeJSONObject(object, to: full)
      }
    }
  }
}
