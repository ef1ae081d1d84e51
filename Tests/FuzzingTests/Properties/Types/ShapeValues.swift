import Foundation
import RushJSONCore

/// Random values of described types.
struct ShapeValues {
  var generator: FuzzInput

  mutating func value(of shape: Shape) -> any Codable {
    switch shape {
    case .scalar(let scalar): return value(of: scalar)
    case .subclass:
      return Employee(fullName: generator.name(), staffID: generator.integer(in: 0...9))
    case .optional(let shape):
      return optional(shape.type, generator.chance(2, in: 3) ? value(of: shape) : nil)
    case .array(let shape):
      return array(shape.type, (0..<generator.integer(in: 0...3)).map { _ in value(of: shape) })
    case .dictionary(let kind, let shape):
      return dictionary(
        shape.type, kind, (0..<generator.integer(in: 0...3)).map { _ in value(of: shape) })
    case .object(let fields, _):
      return Described(shape, fields.map { member($0) })
    case .choice(let fields):
      let chosen = generator.integer(in: 0...(fields.count - 1))
      return Described(shape, [member(fields[chosen])], chosen: chosen)
    case .tuple(let shapes): return Described(shape, shapes.map { value(of: $0) })
    case .single(let inner), .superValue(_, let inner):
      return Described(shape, [value(of: inner)])
    case .word(let words): return Described(shape, [generator.element(of: words)])
    case .nothing: return Described(shape, [])
    }
  }

  private mutating func member(_ field: Shape.Field) -> (any Codable)? {
    field.isOptional && generator.chance(1, in: 3) ? nil : value(of: field.shape)
  }

  private mutating func value(of scalar: Shape.Scalar) -> any Codable {
    // Numbers that a Double holds exactly, so that there is only one way to write them.
    let number = Double(generator.integer(in: -4000...4000)) / 8
    switch scalar {
    case .rawJSON: return RawJSON.string(generator.name())
    case .number: return JSONNumber(generator.integer(in: -1000...1000))
    case .bool: return generator.chance(1, in: 2)
    case .string: return generator.name()
    case .double:
      return generator.chance(1, in: 8)
        ? generator.element(of: [.infinity, -.infinity, .nan]) : number
    case .float:
      return generator.chance(1, in: 8) ? Float.infinity : Float(number)
    case .decimal: return Decimal(number)
    // Years of four digits, because Foundation's formats do not work for others.
    case .date: return Date(timeIntervalSince1970: number * 1_000_000)
    case .data: return Data((0..<generator.integer(in: 0...5)).map { UInt8($0 * 51) })
    case .url:
      return URL(filePath: "/a b/\(generator.integer(in: 0...9))", directoryHint: .notDirectory)
    default: return integer(scalar.type)
    }
  }

  private mutating func integer(_ type: any Codable.Type) -> any Codable {
    func make<T: Codable>(_ type: T.Type, _ bits: Int, _ isExtreme: Bool) -> any Codable {
      guard let type = type as? any (FixedWidthInteger & Codable).Type else { return 0 }
      func make<I: FixedWidthInteger & Codable>(_ type: I.Type) -> any Codable {
        isExtreme ? (bits % 2 == 0 ? I.max : I.min) : I(truncatingIfNeeded: bits)
      }
      return make(type)
    }
    return make(type, generator.integer(in: -1000...1000), generator.chance(1, in: 6))
  }

  // MARK: - Containers of one type

  private func optional<T: Codable>(_ type: T.Type, _ value: (any Codable)?) -> any Codable {
    value.flatMap { $0 as? T }
  }

  private func array<T: Codable>(_ type: T.Type, _ values: [any Codable]) -> any Codable {
    values.compactMap { $0 as? T }
  }

  private mutating func dictionary<T: Codable>(
    _ type: T.Type, _ kind: Shape.KeyKind, _ values: [any Codable]
  ) -> any Codable {
    let values = values.compactMap { $0 as? T }
    switch kind {
    case .string:
      var dictionary: [String: T] = [:]
      for value in values { dictionary[generator.name()] = value }
      return dictionary
    case .int:
      var dictionary: [Int: T] = [:]
      for value in values { dictionary[generator.integer(in: -9...99)] = value }
      return dictionary
    case .color:
      var dictionary: [Color: T] = [:]
      for value in values { dictionary[generator.element(of: Color.allCases)] = value }
      return dictionary
    }
  }
}
