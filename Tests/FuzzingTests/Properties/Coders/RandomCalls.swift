import Foundation

#if !ONE_MODULE
  import CorpusGenerator
#endif

/// A type that encodes itself by calls in a random order, the same for every encoder: names again and
/// again, containers that are opened again or written to when others were, super encoders that are
/// used late, values that fail and are done without, values within single values.
///
/// Misuse is left out: a container where something else is encoded already.
struct RandomCalls: Encodable {
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

    func compare(_ expected: [String], _ found: [any CodingKey]) {
      let found = found.map(\.stringValue)
      if found != expected { wrongPaths.append((expected, found)) }
    }
  }

  enum Form { case object, array, single }

  static let commonNames = ["a", "b", "aB", "a_b", "é", "x/y", "a longer name than fifteen bytes"]

  let seed: UInt64
  var names = commonNames
  /// Leaves out what Foundation's encoder cannot do: after a value has failed, it traps or puts what
  /// comes next in the wrong place; after a super encoder, it places elements by the order in which
  /// memory is freed.
  var isForFoundation = false
  /// The name that a key strategy makes of a name.
  var converted: @Sendable (String) -> String = { $0 }
  var depth = 0
  /// Where it stands in what is encoded.
  var path: [String] = []
  var notes: Notes?
  /// Whether it gives up at the end.
  var fails = false

  var form: Form {
    switch seed % 8 {
    case 0..<4: .object
    case 4..<7: .array
    default: .single
    }
  }

  func encode(to encoder: any Encoder) throws {
    notes?.compare(path, encoder.codingPath)
    var calls = Calls(
      generator: SeededGenerator(seed: seed), value: self, encoder: encoder,
      root: Calls.Slot(form == .array ? .array : .object, path))
    if form == .single { try calls.single(encoder) } else { calls.reopen() }
    let most = calls.generator.chance(1, in: 4) ? 10 : 4
    for _ in 0..<calls.generator.integer(in: 0...most) { try calls.step() }
    if fails { throw Failure() }
  }
}

/// The calls of one `encode(to:)`.
private struct Calls {
  /// What an encoder is known to hold at a place.
  final class Slot {
    enum Kind { case scalar, object, array }

    let kind: Kind
    let path: [String]
    /// By the bytes of their names as they are encoded.
    var members: [[UInt8]: Slot] = [:]
    var count: Int
    var hasSuper = false
    /// The last name of the path, in its bytes. Another one may be converted to the same.
    var name: [UInt8] { Array((path.last ?? "").utf8) }
    /// Names that were not given before begin so.
    var prefix = ""

    init(_ kind: Kind, _ path: [String], count: Int = 0) {
      self.kind = kind
      self.path = path
      self.count = count
    }
  }

  enum Handle {
    case object(KeyedEncodingContainer<RandomCalls.Name>, Slot)
    case array(any UnkeyedEncodingContainer, Slot)
  }

  var generator: SeededGenerator
  let value: RandomCalls
  let encoder: any Encoder
  var root: Slot
  var handles: [Handle] = []
  var superCount = 0

  private var notes: RandomCalls.Notes? { value.notes }

  /// One more container of the encoder itself.
  mutating func reopen() {
    if root.kind == .object {
      handles.append(.object(encoder.container(keyedBy: RandomCalls.Name.self), root))
    } else {
      handles.append(.array(encoder.unkeyedContainer(), root))
    }
  }

  /// A single value, which may be gone on with if it is an object or an array.
  mutating func single(_ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    notes?.compare(root.path, container.codingPath)
    let (kind, count, value) = anyValue(root.path)
    try container.encode(value)
    if kind == .scalar || generator.chance(1, in: 2) { return }
    root = Slot(kind, root.path, count: count)
    root.prefix = "late"
    reopen()
  }

  mutating func step() throws {
    if handles.isEmpty { return }
    if generator.chance(1, in: 12), value.form != .single { return reopen() }
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
      if let notes, slot.count >= 0, container.count != slot.count {
        notes.wrongCounts.append((slot.count, container.count))
      }
      try element(&container, slot)
      handles[at] = .array(container, slot)
    }
  }

  private func child(_ seed: UInt64, _ path: [String], fails: Bool = false) -> RandomCalls {
    RandomCalls(
      seed: seed, names: value.names, isForFoundation: value.isForFoundation,
      converted: value.converted, depth: value.depth + 1, path: path, notes: notes, fails: fails)
  }

  // MARK: - Values

  private struct Empty: Encodable {}
  private struct Pair: Encodable {
    var firstName = 1
    var next: [Pair]?
    var at = Date(timeIntervalSinceReferenceDate: 0.5)
  }

  private mutating func failing(_ path: [String]) -> any Encodable {
    let seed = generator.next()
    switch seed % 4 {
    case 0: return ["oneTwo": Float.nan]
    case 1: return Double.nan
    case 2: return [1, Double.infinity]
    default: return child(seed, path, fails: true)
    }
  }

  /// A value, what it is, and how many elements it has if it is an array and that is known.
  private mutating func anyValue(_ path: [String]) -> (Slot.Kind, Int, any Encodable) {
    let seed = generator.next()
    let name = generator.element(of: value.names)
    switch generator.integer(in: 0...(value.depth > 3 ? 17 : 21)) {
    case 0: return (.scalar, 0, Int(truncatingIfNeeded: seed))
    case 1: return (.scalar, 0, "text \(name)/")
    case 2: return (.scalar, 0, Int?.none)
    case 3: return (.scalar, 0, seed & 1 == 0)
    case 4: return (.scalar, 0, Double(seed & 0xffff) / 8)
    case 5: return (.scalar, 0, Float(seed & 0xff) / 4)
    case 6: return (.scalar, 0, UInt8(truncatingIfNeeded: seed))
    case 7: return (.scalar, 0, Optional(seed))
    case 8: return (.scalar, 0, Date(timeIntervalSinceReferenceDate: Double(seed & 0xff) / 2))
    case 9: return (.object, 0, ["rollOver": [seed]])
    case 10:
      // Before Swift 6.3, Foundation's encoder ends the process if such an array is continued.
      let canContinue = isFoundationOfSwift63 || !value.isForFoundation
      return (canContinue ? .array : .scalar, 2, [name, "two"])
    case 11: return (.object, 0, [name: Int(seed & 7)])
    case 12: return (.object, 0, ["aName": ["innerName": seed & 1 == 0]])
    case 13: return (.object, 0, [name: Date(timeIntervalSinceReferenceDate: 4.5)])
    case 14: return (.object, 0, Empty())
    case 15: return (.object, 0, Pair(next: [Pair()]))
    case 16: return (.array, 2, [Pair?.none, Pair()])
    case 17: return (.object, 0, [7: seed & 0xff])
    default:
      let child = child(seed, path)
      switch child.form {
      case .object: return (.object, 0, child)
      case .array: return (.array, -1, child)
      // Nothing is known of it.
      case .single: return (.scalar, 0, child)
      }
    }
  }

  // MARK: - Members

  private mutating func member(
    _ container: inout KeyedEncodingContainer<RandomCalls.Name>, _ slot: Slot
  ) throws {
    let name = slot.prefix + generator.element(of: value.names)
    let key = RandomCalls.Name(stringValue: name)
    let path = slot.path + [name]
    let bytes = Array(value.converted(name).utf8)
    switch generator.integer(in: 0...15) {
    case 0: try container.encodeNil(forKey: key)
    case 1: try container.encode(3, forKey: key)
    case 2: try container.encode(name, forKey: key)
    case 3: return try container.encodeIfPresent(Int?.none, forKey: key)
    case 4: try container.encodeIfPresent(Optional([name]), forKey: key)
    case 5:
      if value.isForFoundation { return }
      do { try container.encode(failing(path), forKey: key) } catch {}
      return
    case 6, 7:
      if let found = slot.members[bytes], found.kind != .object || found.name != Array(name.utf8) {
        return
      }
      let nested = slot.members[bytes] ?? Slot(.object, path)
      slot.members[bytes] = nested
      handles.append(
        .object(container.nestedContainer(keyedBy: RandomCalls.Name.self, forKey: key), nested))
      return
    case 8, 9:
      if let found = slot.members[bytes], found.kind != .array || found.name != Array(name.utf8) {
        return
      }
      let nested = slot.members[bytes] ?? Slot(.array, path)
      slot.members[bytes] = nested
      handles.append(.array(container.nestedUnkeyedContainer(forKey: key), nested))
      return
    case 10:
      superCount += 1
      let name = "super \(superCount) \(name)"
      let encoder = container.superEncoder(forKey: RandomCalls.Name(stringValue: name))
      return try use(encoder, slot.path + [name])
    default:
      let (kind, count, value) = anyValue(path)
      try container.encode(value, forKey: key)
      let encoded = Slot(kind, path, count: count)
      encoded.prefix = "more"
      slot.members[bytes] = encoded
      return
    }
    slot.members[bytes] = Slot(.scalar, path)
  }

  // MARK: - Elements

  private mutating func element(_ container: inout any UnkeyedEncodingContainer, _ slot: Slot)
    throws
  {
    if slot.hasSuper, value.isForFoundation { return }
    let count = container.count
    let path = slot.path + ["Index \(count)"]
    switch generator.integer(in: 0...12) {
    case 0: try container.encodeNil()
    case 1: try container.encode(-3)
    case 2: try container.encode("/")
    case 3:
      if value.isForFoundation { return }
      do { try container.encode(failing(path)) } catch {}
      return
    case 4, 5:
      handles.append(
        .object(
          container.nestedContainer(keyedBy: RandomCalls.Name.self), Slot(.object, path)))
    case 6, 7: handles.append(.array(container.nestedUnkeyedContainer(), Slot(.array, path)))
    case 8:
      slot.hasSuper = true
      try use(container.superEncoder(), path)
    default: try container.encode(anyValue(path).2)
    }
    if slot.count >= 0 { slot.count += 1 }
  }

  private mutating func use(_ encoder: any Encoder, _ path: [String]) throws {
    notes?.compare(path, encoder.codingPath)
    switch generator.integer(in: 0...3) {
    case 0: return
    case 1:
      var single = encoder.singleValueContainer()
      try single.encode(anyValue(path).2)
    case 2:
      handles.append(
        .object(encoder.container(keyedBy: RandomCalls.Name.self), Slot(.object, path)))
    default: handles.append(.array(encoder.unkeyedContainer(), Slot(.array, path)))
    }
  }
}
