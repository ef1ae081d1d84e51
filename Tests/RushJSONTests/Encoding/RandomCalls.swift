import CorpusGenerator
import Foundation

/// A type that encodes itself by calls in a random order, the same for every encoder: names again and
/// again, containers that are opened again or written to when others were, super encoders that are
/// used late, values that fail and are done without.
///
/// What traps in Foundation is left out: a container where something else is encoded already. So is
/// what Foundation decides by the order in which memory is freed: two super encoders of one array.
struct RandomCalls: Encodable {
  let seed: UInt64
  var depth = 0
  /// Where it stands in what is encoded.
  var path: [String] = []
  var notes: Notes?
  /// Whether it gives up at the end.
  var fails = false

  struct Failure: Error {}

  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// What is known about one encoding.
  final class Notes {
    /// Paths that an encoder or a container should have, and those that it has.
    var wrongPaths: [(expected: [String], found: [String])] = []
    /// Counts of arrays, likewise.
    var wrongCounts: [(expected: Int, found: Int)] = []
    /// The call that is to fail, counted from 1; none by default.
    var failingCall = 0
    var calls = 0
    /// Where it did.
    var failedAt: [String]?

    func compare(_ expected: [String], _ found: [any CodingKey]) {
      let found = found.map(\.stringValue)
      if found != expected { wrongPaths.append((expected, found)) }
    }
  }

  var isObject: Bool { seed.isMultiple(of: 2) }

  func encode(to encoder: any Encoder) throws {
    notes?.compare(path, encoder.codingPath)
    var calls = Calls(
      generator: SeededGenerator(seed: seed), depth: depth, notes: notes, encoder: encoder,
      root: Calls.Slot(isObject ? .object : .array, path))
    calls.reopen()
    for _ in 0..<calls.generator.integer(in: 0...10) { try calls.step() }
    if fails { throw Failure() }
  }
}

/// The calls of one `encode(to:)`.
private struct Calls {
  /// What an encoder is known to hold at a place.
  final class Slot {
    enum Kind { case scalar, object, array }

    var kind: Kind
    let path: [String]
    var members: [String: Slot] = [:]
    var count = 0
    var hasSuper = false

    init(_ kind: Kind, _ path: [String]) {
      self.kind = kind
      self.path = path
    }
  }

  enum Handle {
    case object(KeyedEncodingContainer<RandomCalls.Name>, Slot)
    case array(any UnkeyedEncodingContainer, Slot)
  }

  var generator: SeededGenerator
  let depth: Int
  let notes: RandomCalls.Notes?
  let encoder: any Encoder
  let root: Slot
  var handles: [Handle] = []
  var superCount = 0

  static let names = ["a", "b", "c", "d", "é", "x/y", "a longer name than fifteen bytes"]

  /// One more container of the encoder itself.
  mutating func reopen() {
    if root.kind == .object {
      handles.append(.object(encoder.container(keyedBy: RandomCalls.Name.self), root))
    } else {
      handles.append(.array(encoder.unkeyedContainer(), root))
    }
  }

  mutating func step() throws {
    if generator.chance(1, in: 12) { return reopen() }
    // The last container is the likeliest, as it is in the life of types.
    let at =
      generator.chance(2, in: 3)
      ? handles.count - 1 : generator.integer(in: 0...(handles.count - 1))
    switch handles[at] {
    case .object(var container, let slot):
      notes?.compare(slot.path, container.codingPath)
      try member(&container, slot)
      handles[at] = .object(container, slot)
    case .array(var container, let slot):
      notes?.compare(slot.path, container.codingPath)
      if let notes, container.count != slot.count {
        notes.wrongCounts.append((slot.count, container.count))
      }
      try element(&container, slot)
      handles[at] = .array(container, slot)
    }
  }

  private func child(_ seed: UInt64, _ path: [String], fails: Bool = false) -> RandomCalls {
    RandomCalls(seed: seed, depth: depth + 1, path: path, notes: notes, fails: fails)
  }

  /// Whether this call is the one that fails.
  private func isFailing(_ path: [String]) -> Bool {
    guard let notes else { return false }
    notes.calls += 1
    guard notes.calls == notes.failingCall else { return false }
    notes.failedAt = path
    return true
  }

  private mutating func member(
    _ container: inout KeyedEncodingContainer<RandomCalls.Name>, _ slot: Slot
  ) throws {
    let name = generator.element(of: Self.names)
    let key = RandomCalls.Name(stringValue: name)
    let path = slot.path + [name]
    let seed = generator.next()
    if isFailing(path) { return try container.encode(Double.nan, forKey: key) }
    var kind = Slot.Kind.scalar
    switch generator.integer(in: 0...(depth > 2 ? 7 : 13)) {
    case 0: try container.encode(Int(truncatingIfNeeded: seed), forKey: key)
    case 1: try container.encode("text \(seed)/", forKey: key)
    case 2: try container.encodeNil(forKey: key)
    case 3: try container.encode(seed & 1 == 0, forKey: key)
    case 4: try container.encode(Double(seed & 0xffff) / 8, forKey: key)
    case 5: try container.encode(["one": [seed], "two": []], forKey: key)
    case 6: try container.encode([String(seed), "two"], forKey: key)
    case 7:
      do { try container.encode([1, Double.infinity], forKey: key) } catch {}
      return
    case 8, 9:
      let child = child(seed, path)
      try container.encode(child, forKey: key)
      kind = child.isObject ? .object : .array
    case 10:
      // The failure of the whole is none of a value that is done without.
      do {
        try container.encode(
          RandomCalls(seed: seed, depth: depth + 1, path: path, fails: true), forKey: key)
      } catch {}
      return
    case 11:
      if let found = slot.members[name], found.kind != .object { return }
      let nested = slot.members[name] ?? Slot(.object, path)
      slot.members[name] = nested
      handles.append(
        .object(
          container.nestedContainer(keyedBy: RandomCalls.Name.self, forKey: key), nested))
      return
    case 12:
      if let found = slot.members[name], found.kind != .array { return }
      let nested = slot.members[name] ?? Slot(.array, path)
      slot.members[name] = nested
      handles.append(.array(container.nestedUnkeyedContainer(forKey: key), nested))
      return
    default:
      superCount += 1
      let name = "super \(superCount)"
      let encoder = container.superEncoder(forKey: RandomCalls.Name(stringValue: name))
      use(encoder, slot.path + [name], seed)
      return
    }
    let encoded = Slot(kind, path)
    // What a value of several elements holds is not followed further.
    encoded.count = -1
    slot.members[name] = kind == .object ? encoded : Slot(.scalar, path)
  }

  private mutating func element(_ container: inout any UnkeyedEncodingContainer, _ slot: Slot)
    throws
  {
    let path = slot.path + ["Index \(slot.count)"]
    let seed = generator.next()
    if isFailing(path) { return try container.encode(["k": Float.infinity]) }
    switch generator.integer(in: 0...(depth > 2 ? 6 : 12)) {
    case 0: try container.encode(Int(truncatingIfNeeded: seed))
    case 1: try container.encode("text \(seed)/")
    case 2: try container.encodeNil()
    case 3: try container.encode(Float(seed & 0xffff) / 8)
    case 4: try container.encode(["one": [seed], "two": []])
    case 5: try container.encode([Int(seed & 7), 2])
    case 6:
      do { try container.encode(["k": Double.infinity]) } catch {}
      return
    case 7, 8: try container.encode(child(seed, path))
    case 9:
      do {
        try container.encode(RandomCalls(seed: seed, depth: depth + 1, path: path, fails: true))
      } catch {}
      return
    case 10:
      handles.append(
        .object(
          container.nestedContainer(keyedBy: RandomCalls.Name.self), Slot(.object, path)))
    case 11:
      handles.append(.array(container.nestedUnkeyedContainer(), Slot(.array, path)))
    default:
      if slot.hasSuper { return }
      slot.hasSuper = true
      use(container.superEncoder(), path, seed)
    }
    slot.count += 1
  }

  private mutating func use(_ encoder: any Encoder, _ path: [String], _ seed: UInt64) {
    notes?.compare(path, encoder.codingPath)
    switch seed % 4 {
    case 0: return
    case 1:
      var single = encoder.singleValueContainer()
      do { try single.encode("super \(seed)") } catch { notes?.compare(["no error"], []) }
    case 2:
      handles.append(
        .object(encoder.container(keyedBy: RandomCalls.Name.self), Slot(.object, path)))
    default: handles.append(.array(encoder.unkeyedContainer(), Slot(.array, path)))
    }
  }
}
