import Foundation
import RushJSON
import RushJSONPush
import Testing

/// Foundation objects that contain themselves, or that nest up to the limit and deeper.
///
/// They are released level by level, because Foundation releases their contents by recursion.
@Suite("Conversion of deep objects")
struct DeepObjectTests {
  /// Nested objects, the innermost first.
  private final class Nest {
    private(set) var levels: [AnyObject] = []

    init(depth: Int) {
      var value: Any = "x"
      for level in 0..<depth {
        let array = NSMutableArray(array: [value])
        let dictionary = NSMutableDictionary(dictionary: ["k": value])
        levels.append(level % 2 == 0 ? array : dictionary)
        value = levels[level]
      }
    }

    var outermost: Any { levels[levels.count - 1] }

    deinit {
      for level in levels.reversed() {
        (level as? NSMutableArray)?.removeAllObjects()
        (level as? NSMutableDictionary)?.removeAllObjects()
      }
    }
  }

  private static func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let box = ResultBox()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = Result { try body() }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    try #require(box.result).get()
  }

  private final class ResultBox: @unchecked Sendable {
    // Written before the signal and read after it.
    var result: Result<Void, any Error>?
  }

  @Test func objectsOfFoundationNestAsDeepAsTheLimitOnASmallStack() throws {
    try Self.onSmallStack {
      let nest = Nest(depth: 512)
      let tree = try RawJSON(converting: nest.outermost)
      #expect(try tree.jsonString().utf8.count == 256 * 2 + 256 * 6 + 3)
      #expect(try RawJSON(converting: tree.foundationObject()) == tree)
      let inner = Nest(depth: 510)
      let userInfo: [AnyHashable: Any] = ["aps": [:] as [String: Any], "k": [inner.outermost]]
      let payload = try APNSPayload<APS.NoCustomKeys>(userInfo: userInfo)
      #expect(payload.raw == ["aps": [:], "k": [try RawJSON(converting: inner.outermost)]])
    }
  }

  @Test func typedCollectionsOfDeepValuesAreConvertedOnASmallStack() throws {
    try Self.onSmallStack {
      var value: Any = "x"
      for level in 0..<509 { value = level % 2 == 0 ? [value] : ["k": value] }
      let arrays: [[Any]] = [[value]]
      let dictionaries: [String: [String: Any]] = ["a": ["b": value]]
      let tree = try RawJSON(converting: value)
      #expect(try RawJSON(converting: arrays) == [[tree]])
      #expect(try RawJSON(converting: dictionaries) == ["a": ["b": tree]])
    }
  }

  @Test func deepObjectsOfFoundationAreRefused() {
    let nest = Nest(depth: 12_000)
    let error = #expect(throws: JSONWritingError.self) {
      try RawJSON(converting: nest.outermost)
    }
    #expect(error?.kind == .tooDeep(limit: 512))
    #expect(error?.pointer?.tokens.count == 512)
    #expect(error?.pointer?.tokens.prefix(2) == ["k", "0"])
  }

  @Test func objectsThatHoldThemselvesAreRefusedWithTheirPath() {
    let array = NSMutableArray(array: [1])
    array.add(array)
    let dictionary = NSMutableDictionary()
    dictionary["k"] = [1, ["d": dictionary] as NSDictionary] as NSArray
    defer {
      array.removeAllObjects()
      dictionary.removeAllObjects()
    }
    let cases: [(value: Any, tokens: [String])] = [
      (array, ["1"]), (dictionary, ["k", "1", "d"]),
      ([array, array] as [Any], ["0", "1"]),
      (["x": ["y": NSArray(object: dictionary)]], ["x", "y", "0", "k", "1", "d"]),
    ]
    for (value, tokens) in cases {
      let expected = JSONWritingError(.holdsItself, at: JSONPointer(tokens: tokens))
      #expect(throws: expected) { try RawJSON(converting: value) }
    }
    let error = #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(RawJSON.self, fromUserInfo: ["k": array])
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["k", "1"])
    #expect(
      context.underlyingError as? JSONWritingError
        == JSONWritingError(.holdsItself, at: JSONPointer(tokens: ["k", "1"])))
  }

  /// A subclass with storage of its own.
  private final class Squares: NSArray {
    override var count: Int { 3 }
    override func object(at index: Int) -> Any { index * index }
  }

  @Test func elementsOfSubclassesComeFromTheirAccessors() throws {
    #expect(try RawJSON(converting: Squares()) == [0, 1, 4])
    #expect(try RawJSON(converting: ["a": NSArray(object: Squares())]) == ["a": [[0, 1, 4]]])
  }
}
