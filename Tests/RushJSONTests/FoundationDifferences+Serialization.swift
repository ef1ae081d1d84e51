import Foundation
import RushJSON
import Testing

extension FoundationDifferences {
  private func ours(_ object: Any) throws -> String {
    String(
      decoding: try RushJSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  private func theirs(_ object: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  /// Foundation ends the process, so only our side is tested.
  @Test("a fragment without the option")
  func fragments() {
    for object in [1, "a", true] as [Any] {
      #expect(throws: CocoaError.self) { try RushJSONSerialization.data(withJSONObject: object) }
    }
  }

  @Test("writing to a stream that is full")
  func fullStreams() throws {
    let object = [String](repeating: "text", count: 10)
    var memory = [UInt8](repeating: 0, count: 4)
    try unsafe memory.withUnsafeMutableBufferPointer { memory in
      guard let start = memory.baseAddress else { return }
      // Invariant: the stream writes at most `count` bytes, and is used here only.
      let full = unsafe OutputStream(toBuffer: start, capacity: memory.count)
      full.open()
      #if !canImport(Darwin)
        let count = try JSONSerialization.writeJSONObject(object, toStream: full, options: [])
        #expect(count == -1)
      #endif
      #expect(throws: (any Error).self) {
        try RushJSONSerialization.writeJSONObject(object, to: full)
      }
    }
  }

  @Test("values that JSONSerialization does not take")
  func moreValues() throws {
    let cases: [(Any, String)] = [
      (Int?.none as Any, "null"), ("xa".dropFirst(), #""a""#), (CGFloat(1.5), "1.5"),
      (Int128(1) << 70, "1180591620717411303424"), (["a": nil] as RawJSON, #"{"a":null}"#),
    ]
    for (object, text) in cases {
      #expect(throws: (any Error).self) { try theirs(object) }
      #expect(try ours(object) == text)
      #expect(RushJSONSerialization.isValidJSONObject([object]))
    }
  }

  @Test("writing Decimal.nan with JSONSerialization")
  func decimalsWithoutValue() throws {
    #expect(try theirs([Decimal.nan]) == "[NaN]")
    #expect(throws: CocoaError.self) { try ours([Decimal.nan]) }
  }

  /// Both sides do the same: the numbers are Foundation's. The other readers have the nearest `Double`.
  @Test("the Double of a number of many digits")
  func longNumbers() throws {
    let texts = (1...200).map { "\(Double($0) / 1000 + Double($0 * 7919 % 1009) / 1e16)" }
      .filter { $0.utf8.count > 17 }
    let text = Data("[\(texts.joined(separator: ","))]".utf8)
    let theirs = try #require(JSONSerialization.jsonObject(with: text) as? [NSDecimalNumber])
    let ours = try #require(RushJSONSerialization.jsonObject(with: text) as? [NSDecimalNumber])
    #expect(ours == theirs)
    #expect(ours.map { $0 as? Double } == theirs.map { $0 as? Double })
    #expect(ours.map { "\($0.decimalValue)" } == texts)
    let nearest = try RawJSON(parsing: text).numberArrayValue ?? []
    #expect(nearest == texts.compactMap { Double($0) })
    #if !canImport(Darwin)
      #expect(zip(ours, nearest).contains { $0 as? Double != $1 })
    #endif
  }

  @Test("writing more than 512 levels")
  func deepObjects() throws {
    var object: Any = 1
    for _ in 0..<512 { object = [object] }
    #expect(try ours(object) == theirs(object))
    #expect(RushJSONSerialization.isValidJSONObject(object))
    object = [object]
    #expect(try theirs(object).utf8.count == 513 * 2 + 1)
    #expect(!JSONSerialization.isValidJSONObject(object))
    #expect(throws: CocoaError.self) { try ours(object) }
  }
}
