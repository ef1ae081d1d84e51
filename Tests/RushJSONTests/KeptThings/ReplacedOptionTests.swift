import Dispatch
import Foundation
import RushJSON
import RushJSONCore
import Testing

/// Options that were replaced: what they refer to goes with the last call that uses them.
@Suite struct ReplacedOptionTests {
  private static let key = unsafe CodingUserInfoKey(rawValue: "probe").unsafelyUnwrapped

  /// Counts its living instances.
  private final class Probe: Sendable {
    private let living: Locked<Int>

    init(_ living: Locked<Int>) {
      self.living = living
      living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
  }

  private static func count(_ living: Locked<Int>) -> Int { living.withLock { $0 } }

  private struct Value: Codable, Sendable {
    var a = 1
    var dates = [Date(timeIntervalSince1970: 1)]
  }

  private static let text = #"{"a":1,"dates":[1]}"#

  /// Calls `body` on up to `threads` threads at the same time. They keep nothing of it afterwards.
  private static func onThreads(_ threads: Int, _ body: @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: threads) { _ in body() }
  }

  @Test func userInfoGoesWhenItIsReplaced() throws {
    let living = Locked(0)
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    decoder.userInfo[Self.key] = Probe(living)
    encoder.userInfo[Self.key] = Probe(living)
    Self.onThreads(8) {
      for _ in 0..<50 {
        _ = try? decoder.decode(Value.self, from: Self.text)
        _ = try? encoder.encodeToBytes(Value())
      }
    }
    #expect(Self.count(living) == 2)
    decoder.userInfo = [:]
    encoder.userInfo = [:]
    #expect(Self.count(living) == 0)
  }

  @Test func closureGoesWhenItsStrategyIsReplaced() throws {
    let living = Locked(0)
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    func set() {
      let probe = Probe(living)
      decoder.dateDecodingStrategy = .custom { decoder in
        withExtendedLifetime(probe) {}
        return Date(timeIntervalSince1970: try Double(from: decoder))
      }
      decoder.keyDecodingStrategy = .custom { [probe] path in
        withExtendedLifetime(probe) { path[path.count - 1] }
      }
      encoder.keyEncodingStrategy = .custom { [probe] path in
        withExtendedLifetime(probe) { path[path.count - 1] }
      }
    }
    set()
    Self.onThreads(4) {
      for _ in 0..<50 {
        _ = try? decoder.decode(Value.self, from: Self.text)
        _ = try? encoder.encodeToBytes(Value())
      }
    }
    #expect(Self.count(living) == 1)
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .useDefaultKeys
    encoder.keyEncodingStrategy = .useDefaultKeys
    #expect(Self.count(living) == 0)
  }

  @Test func coderThatWasInItsOwnUserInfoGoes() throws {
    weak var kept: RushJSONDecoder?
    weak var keptEncoder: RushJSONEncoder?
    do {
      let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
      (kept, keptEncoder) = (decoder, encoder)
      decoder.userInfo[Self.key] = decoder
      encoder.userInfo[Self.key] = encoder
      Self.onThreads(2) {
        _ = try? decoder.decode(Value.self, from: Self.text)
        _ = try? encoder.encodeToBytes(Value())
      }
      decoder.userInfo = [:]
      encoder.userInfo[Self.key] = nil
    }
    #expect(kept == nil)
    #expect(keptEncoder == nil)
  }

  /// Changes the options of the decoder that decodes it.
  private struct Changing: Decodable {
    init(from decoder: any Decoder) throws {
      guard let change = decoder.userInfo[ReplacedOptionTests.changeKey] as? Change else { return }
      for _ in 0..<200 { change.body() }
    }
  }

  private struct Change: Sendable {
    let body: @Sendable () -> Void
  }

  private static let changeKey = unsafe CodingUserInfoKey(rawValue: "change").unsafelyUnwrapped

  @Test(arguments: ["text", "document", "tree", "closure"])
  func optionsThatChangeInsideACallDoNotAddUp(_ source: String) throws {
    let living = Locked(0)
    let most = Locked(0)
    let decoder = RushJSONDecoder()
    let change = Change { [unowned decoder] in
      decoder.userInfo[Self.key] = Probe(living)
      let count = Self.count(living)
      most.withLock { $0 = max($0, count) }
    }
    decoder.userInfo[Self.changeKey] = change
    for _ in 0..<3 {
      switch source {
      case "text": _ = try decoder.decode([Changing].self, from: "[1,2]")
      case "document":
        _ = try decoder.decode([Changing].self, from: JSONDocument(parsing: Array("[1,2]".utf8)))
      case "tree": _ = try decoder.decode([Changing].self, from: RawJSON([1, 2]))
      default:
        try decoder.decode(from: RawJSON([1, 2])) { _ = try [Changing](from: $0) }
      }
    }
    #expect(most.withLock { $0 } <= 3)
    #expect(Self.count(living) == 1)
    decoder.userInfo = [:]
    #expect(Self.count(living) == 0)
  }

  /// Threads use the coders in every way while others change their options.
  @Test func optionsThatChangeBesideCallsDoNotAddUp() throws {
    let living = Locked(0)
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    let document = try JSONDocument(parsing: Array(Self.text.utf8))
    let tree = try RawJSON(parsing: Self.text)
    let turn = Locked(0)
    Self.onThreads(8) {
      let own = turn.withLock { turn in
        turn += 1
        return turn
      }
      for round in 0..<1_000 {
        switch (own + round) % 8 {
        case 0: decoder.userInfo[Self.key] = Probe(living)
        case 1: encoder.userInfo[Self.key] = Probe(living)
        case 2: decoder.keyProbe = Probe(living)
        case 3: _ = try? decoder.decode(Value.self, from: Self.text)
        case 4: _ = try? decoder.decode(Value.self, from: document)
        case 5: _ = try? decoder.decode(Value.self, from: tree)
        case 6: _ = try? encoder.encodeToBytes(Value())
        default: _ = try? RawJSON(encoding: Value(), encoder: encoder)
        }
      }
    }
    #expect(Self.count(living) <= 3)
    decoder.userInfo = [:]
    decoder.keyDecodingStrategy = .useDefaultKeys
    encoder.userInfo = [:]
    #expect(Self.count(living) == 0)
  }

  /// An object that goes may use the coder that it belonged to.
  @Test func objectMayUseTheCoderWhenItGoes() throws {
    final class Caller: Sendable {
      let decoder: RushJSONDecoder
      let done: Locked<Int>

      init(_ decoder: RushJSONDecoder, _ done: Locked<Int>) {
        (self.decoder, self.done) = (decoder, done)
      }

      deinit {
        decoder.keyProbe = nil
        let a = (try? decoder.decode(Value.self, from: ReplacedOptionTests.text))?.a ?? 0
        done.withLock { $0 += a }
      }
    }
    let done = Locked(0)
    let decoder = RushJSONDecoder()
    decoder.userInfo[Self.key] = Caller(decoder, done)
    _ = try decoder.decode(Value.self, from: Self.text)
    decoder.userInfo = [:]
    #expect(Self.count(done) == 1)
  }
}

extension RushJSONDecoder {
  /// An object that a closure of the decoder refers to.
  fileprivate var keyProbe: (any AnyObject & Sendable)? {
    get { nil }
    set {
      guard let newValue else {
        keyDecodingStrategy = .useDefaultKeys
        return
      }
      keyDecodingStrategy = .custom { [newValue] path in
        withExtendedLifetime(newValue) { path[path.count - 1] }
      }
    }
  }
}
