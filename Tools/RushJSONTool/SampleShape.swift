import Foundation
import RushJSON

/// What the values have in common that samples have at one place.
///
///     {"id": 1, "at": null}  {"id": 2.5}      objects: 2, members: "id" 2 × (integer, fraction), "at" 1 × (null)
///
/// The memory does not grow with the number of samples: names of members, distinct strings and depth are limited.
final class SampleShape {
  struct Kinds: OptionSet {
    let rawValue: Int

    static let null = Kinds(rawValue: 1)
    static let bool = Kinds(rawValue: 2)
    static let integer = Kinds(rawValue: 4)
    /// A number that is spelt with a fraction or an exponent.
    static let fraction = Kinds(rawValue: 8)
    static let string = Kinds(rawValue: 16)
    static let array = Kinds(rawValue: 32)
    static let object = Kinds(rawValue: 64)
    /// What no Swift type but a tree holds: numbers beyond all types, values nested too deep.
    static let other = Kinds(rawValue: 128)
  }

  /// The Swift types that all strings so far can be, so that they are written as they were.
  struct Texts: OptionSet {
    let rawValue: Int

    static let date = Texts(rawValue: 1)
    static let url = Texts(rawValue: 2)
    static let uuid = Texts(rawValue: 4)
  }

  struct Member {
    let name: String
    let shape: SampleShape
  }

  /// How often a value was here.
  private(set) var count = 0
  private(set) var kinds: Kinds = []
  private(set) var texts: Texts = [.date, .url, .uuid]
  /// The distinct strings in their order, while there are few.
  private(set) var strings: [String]? = []
  private(set) var stringCount = 0
  private var (hasNegative, isBeyondInt, isBeyondDouble) = (false, false, false)
  private(set) var element: SampleShape?
  private(set) var objects = 0
  /// The members in the order of the samples.
  private(set) var members: [Member] = []
  private var positions: [String: Int] = [:]
  /// The values of an object with too many names for a type.
  private(set) var values: SampleShape?
  /// Whether two names are the same string in Swift.
  private(set) var hasEquivalentNames = false

  static let deepest = 24
  static let mostNames = 512
  static let mostStrings = 12
  private static let longestString = 60

  // MARK: - Samples

  /// Adds a sample, or a part of one in `depth` containers.
  func add(_ value: RawJSON, depth: Int = 0) {
    count += 1
    switch value {
    case .null: kinds.insert(.null)
    case .bool: kinds.insert(.bool)
    case .number(let number): add(number)
    case .string(let text): add(text)
    case .array, .dictionary:
      guard depth < Self.deepest else {
        kinds.insert(.other)
        return
      }
      if case .array(let array) = value {
        kinds.insert(.array)
        let shape = element ?? SampleShape()
        element = shape
        for child in array { shape.add(child, depth: depth + 1) }
      } else if case .dictionary(let object) = value {
        kinds.insert(.object)
        objects += 1
        for member in object { shape(of: member.name).add(member.value, depth: depth + 1) }
      }
    }
  }

  private func add(_ number: JSONNumber) {
    let text = number.description
    if text.contains(where: { ".eE".contains($0) }) {
      kinds.insert(number.nearestDouble.isFinite ? .fraction : .other)
      return
    }
    if !number.isFinite || number.int64 == nil && number.uint64 == nil {
      kinds.insert(.other)
      return
    }
    kinds.insert(.integer)
    if number.int64 == nil { isBeyondInt = true }
    if text.hasPrefix("-") { hasNegative = true }
    if abs(number.nearestDouble) >= 0x1p53 { isBeyondDouble = true }
  }

  private func add(_ text: String) {
    kinds.insert(.string)
    stringCount += 1
    note(text)
    if texts.contains(.date) {
      let date = JSONDateFormat.rfc3339.date(from: text)
      if date.map({ JSONDateFormat.rfc3339.dateString(from: $0) != text }) ?? true {
        texts.remove(.date)
      }
    }
    if texts.contains(.uuid), UUID(uuidString: text)?.uuidString != text { texts.remove(.uuid) }
    if texts.contains(.url) {
      let url = URL(string: text)
      let isURL = url?.absoluteString == text && url?.scheme != nil && url?.host != nil
      if !isURL { texts.remove(.url) }
    }
  }

  private func note(_ text: String) {
    guard let known = strings, !known.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
      return
    }
    let isKept = known.count < Self.mostStrings && text.utf8.count <= Self.longestString
    strings = isKept ? known + [text] : nil
  }

  /// The shape of the member `name`, which is new if it was in no sample.
  private func shape(of name: String) -> SampleShape {
    if let values { return values }
    if let position = positions[name] {
      let member = members[position]
      if !member.name.utf8.elementsEqual(name.utf8) { hasEquivalentNames = true }
      return member.shape
    }
    if members.count == Self.mostNames {
      let all = commonValue
      values = all
      (members, positions) = ([], [:])
      return all
    }
    positions[name] = members.count
    members.append(Member(name: name, shape: SampleShape()))
    return members[members.count - 1].shape
  }

  // MARK: - Types

  /// The shape of all members' values together.
  var commonValue: SampleShape {
    if let values { return values }
    let all = SampleShape()
    for member in members { all.merge(member.shape) }
    return all
  }

  /// The numbers' type, if all values but null are numbers that one has.
  var numberType: String? {
    switch kinds.subtracting(.null) {
    case .integer: isBeyondInt ? hasNegative ? nil : "UInt64" : "Int"
    case [.integer, .fraction]: isBeyondDouble ? nil : "Double"
    case .fraction: "Double"
    default: nil
    }
  }

  private func merge(_ other: SampleShape) {
    count += other.count
    kinds.formUnion(other.kinds)
    texts.formIntersection(other.texts)
    stringCount += other.stringCount
    if let more = other.strings { more.forEach(note) } else { strings = nil }
    hasNegative = hasNegative || other.hasNegative
    isBeyondInt = isBeyondInt || other.isBeyondInt
    isBeyondDouble = isBeyondDouble || other.isBeyondDouble
    hasEquivalentNames = hasEquivalentNames || other.hasEquivalentNames
    if let added = other.element {
      let shape = element ?? SampleShape()
      element = shape
      shape.merge(added)
    }
    objects += other.objects
    if let added = other.values {
      let all = commonValue
      all.merge(added)
      values = all
      (members, positions) = ([], [:])
    } else {
      for member in other.members { shape(of: member.name).merge(member.shape) }
    }
  }
}
