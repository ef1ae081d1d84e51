import Foundation
import RushJSONCore

/// The description of a type: what `Described` pretends to be while it is decoded or encoded.
indirect enum Shape: Sendable {
  case scalar(Scalar)
  case optional(Shape)
  case array(Shape)
  case dictionary(KeyKind, Shape)
  /// A class whose subclass is decoded through a variable with the metatype of the base class.
  case subclass
  /// Members by name. If the type looks at all names of the object, they are part of the value.
  case object([Field], looksAtNames: Bool)
  /// Elements, one after the other.
  case tuple([Shape])
  /// One of several members, with its value in a nested container, like an enum with payloads.
  case choice([Field])
  /// The value of a single-value container.
  case single(Shape)
  /// One of some strings.
  case word([String])
  /// The value that the super decoder of a member, or of `super`, gives.
  case superValue(MemberName?, Shape)
  /// Encodes nothing at all.
  case nothing

  struct Field: Sendable {
    var name: MemberName
    var shape: Shape
    var isOptional: Bool
  }

  enum KeyKind: CaseIterable, Sendable { case string, int, color }

  enum Scalar: CaseIterable, Sendable {
    /// Types of this library, which decode and encode themselves differently with Foundation's coders.
    case rawJSON, number
    case bool, string, double, float, decimal, date, data, url
    case int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128

    static let ofFoundation = allCases.filter { $0 != .rawJSON && $0 != .number }

    var type: any Codable.Type {
      switch self {
      case .rawJSON: RawJSON.self
      case .number: JSONNumber.self
      case .bool: Bool.self
      case .string: String.self
      case .double: Double.self
      case .float: Float.self
      case .decimal: Decimal.self
      case .date: Date.self
      case .data: Data.self
      case .url: URL.self
      case .int: Int.self
      case .int8: Int8.self
      case .int16: Int16.self
      case .int32: Int32.self
      case .int64: Int64.self
      case .int128: Int128.self
      case .uint: UInt.self
      case .uint8: UInt8.self
      case .uint16: UInt16.self
      case .uint32: UInt32.self
      case .uint64: UInt64.self
      case .uint128: UInt128.self
      }
    }
  }

  /// The Swift type, or `Described` if there is none.
  var type: any Codable.Type {
    switch self {
    case .scalar(let scalar): scalar.type
    case .optional(let shape): Self.optional(of: shape.type)
    case .array(let shape): Self.array(of: shape.type)
    case .dictionary(let kind, let shape): Self.dictionary(of: shape.type, kind)
    case .subclass: Person.self
    default: Described.self
    }
  }

  /// The description of the only `Described` in that type, if it has one.
  var described: Shape? {
    switch self {
    case .scalar, .subclass: nil
    case .optional(let shape), .array(let shape), .dictionary(_, let shape): shape.described
    default: self
    }
  }

  var hasDictionary: Bool {
    contains { if case .dictionary = $0 { true } else { false } }
  }

  var hasChoice: Bool {
    contains { if case .choice = $0 { true } else { false } }
  }

  var looksAtNames: Bool {
    contains { if case .object(_, looksAtNames: true) = $0 { true } else { false } }
  }

  private func contains(_ isMeant: (Shape) -> Bool) -> Bool {
    if isMeant(self) { return true }
    switch self {
    case .scalar, .subclass, .word, .nothing: return false
    case .optional(let shape), .array(let shape), .dictionary(_, let shape), .single(let shape),
      .superValue(_, let shape):
      return shape.contains(isMeant)
    case .tuple(let shapes): return shapes.contains { $0.contains(isMeant) }
    case .object(let fields, _), .choice(let fields):
      return fields.contains { $0.shape.contains(isMeant) }
    }
  }

  private static func optional<T: Codable>(of type: T.Type) -> any Codable.Type { T?.self }
  private static func array<T: Codable>(of type: T.Type) -> any Codable.Type { [T].self }
  private static func dictionary<T: Codable>(
    of type: T.Type, _ kind: KeyKind
  ) -> any Codable.Type {
    switch kind {
    case .string: [String: T].self
    case .int: [Int: T].self
    case .color: [Color: T].self
    }
  }
}

/// A key with any name. Keys are equal if their names are, so a key has an integer only if its name
/// determines it.
struct MemberName: CodingKey, Sendable {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

enum Color: String, Codable, CodingKeyRepresentable, CaseIterable {
  case red, darkBlue
  case green = "light_green"
}

class Person: Codable {
  let fullName: String
  init(fullName: String) { self.fullName = fullName }
}

final class Employee: Person {
  let staffID: Int
  private enum Key: CodingKey { case staffID }

  init(fullName: String, staffID: Int) {
    self.staffID = staffID
    super.init(fullName: fullName)
  }

  required init(from decoder: any Decoder) throws {
    staffID = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .staffID)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(staffID, forKey: .staffID)
  }

  /// The metatype of the subclass, as a generic function over the base class sees it.
  static let asPerson: Person.Type = Employee.self
}

extension Shape {
  static func random(
    _ generator: inout FuzzInput, scalars: [Scalar] = Scalar.ofFoundation, depth: Int = 0
  ) -> Shape {
    func child() -> Shape { random(&generator, scalars: scalars, depth: depth + 1) }
    switch generator.integer(in: 0...(depth > 2 ? 7 : 19)) {
    case 0...6: return .scalar(generator.element(of: scalars))
    case 7:
      return generator.chance(1, in: 2) ? .nothing : .word(names(3, &generator).map(\.stringValue))
    case 8: return .subclass
    case 9, 10:
      let shape = child()
      // A coder cannot tell an optional of an optional from an optional.
      if case .optional = shape { return shape }
      return .optional(shape)
    case 11, 12: return .array(child())
    case 13, 14: return .dictionary(generator.element(of: KeyKind.allCases), child())
    case 15: return .tuple((0...generator.integer(in: 0...2)).map { _ in child() })
    case 16: return .choice(fields(&generator, scalars, depth))
    case 17: return .single(child())
    case 18:
      return .superValue(generator.chance(1, in: 2) ? names(1, &generator)[0] : nil, child())
    default:
      return .object(fields(&generator, scalars, depth), looksAtNames: generator.chance(1, in: 3))
    }
  }

  private static func fields(
    _ generator: inout FuzzInput, _ scalars: [Scalar], _ depth: Int
  ) -> [Field] {
    var names = names(generator.integer(in: 1...(depth == 0 ? 5 : 2)), &generator)
    // Two names that are equal in snake case.
    if depth == 0, generator.chance(1, in: 5) {
      let twins = ["rollOver", "roll_over"].map { MemberName($0) }
      names.removeAll { ["rollOver", "roll_over"].contains($0.stringValue) }
      names = twins + names
    }
    return names.map { name in
      Field(
        name: name, shape: random(&generator, scalars: scalars, depth: depth + 1),
        isOptional: generator.chance(1, in: 2))
    }
  }

  private static func names(_ count: Int, _ generator: inout FuzzInput) -> [MemberName] {
    var names: [MemberName] = []
    while names.count < count {
      var name = generator.name()
      // Names that are equal as strings are the same key.
      while names.contains(where: { $0.stringValue == name }) { name += "_" }
      names.append(MemberName(name))
    }
    return names
  }
}

extension FuzzInput {
  private static let nameParts = [
    "a", "b", "id", "URL", "userName", "roll_over", "rollOver", "nº", "é", "e\u{301}", "K",
    "\u{212a}",
    "7", "007", "_", "__x", "x_", "'", "’s", "ß", "ǅ", "İ", "A1b2", ";", "`", "\u{37e}", "🚀",
    "\\", "\"",
  ]

  /// A name. Most look like a program's, some have any scalars.
  mutating func name() -> String {
    switch integer(in: 0...3) {
    case 0: return element(of: Self.nameParts)
    case 1: return element(of: Self.nameParts) + element(of: Self.nameParts)
    case 2: return element(of: Self.nameParts) + "_" + element(of: Self.nameParts)
    default:
      var name = String.UnicodeScalarView()
      for _ in 0..<integer(in: 0...4) {
        let most = element(of: [0x7f, 0x2ff, 0xffff, 0x10ffff])
        if let scalar = Unicode.Scalar(UInt32(integer(in: 0...most))) {
          name.append(scalar)
        }
      }
      return String(name)
    }
  }
}
