import Foundation

/// A value whose type is a description, so that both coders can decode and encode any type.
struct Described: Codable, HasParts {
  let shape: Shape
  /// Values of members or elements; `nil` for a member that is missing.
  var parts: [(any Codable)?]
  /// The member of a choice.
  var chosen = 0

  init(_ shape: Shape, _ parts: [(any Codable)?], chosen: Int = 0) {
    (self.shape, self.parts, self.chosen) = (shape, parts, chosen)
  }

  /// What two values are compared by.
  var describedParts: [Any?] { parts }

  /// The description of the next `Described` that a decoder makes, passed in `userInfo`.
  final class Context: @unchecked Sendable {
    // swift-format-ignore: NeverForceUnwrap
    static let key = CodingUserInfoKey(rawValue: "shape")!
    var shape = Shape.nothing

    func with<R>(_ shape: Shape?, _ body: () throws -> R) rethrows -> R {
      let before = self.shape
      defer { self.shape = before }
      if let shape { self.shape = shape }
      return try body()
    }
  }

  // MARK: - Decoding

  init(from decoder: any Decoder) throws {
    guard let context = decoder.userInfo[Context.key] as? Context else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no context"))
    }
    shape = context.shape
    parts = []
    switch shape {
    case .object(let fields, let looksAtNames):
      let container = try decoder.container(keyedBy: MemberName.self)
      for field in fields { parts.append(try Self.decode(field, container, context)) }
      if looksAtNames {
        // By bytes, because `<` puts neither of U+037E, which is equal to ";", and ";_" before the other.
        parts.append(
          container.allKeys.map(\.stringValue).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        )
      }
    case .choice(let fields):
      let container = try decoder.container(keyedBy: MemberName.self)
      guard let at = fields.firstIndex(where: { container.contains($0.name) }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: container.codingPath, debugDescription: "no case"))
      }
      chosen = at
      let payload = try container.nestedContainer(keyedBy: MemberName.self, forKey: fields[at].name)
      parts.append(try Self.decode(fields[at], payload, context))
    case .tuple(let shapes):
      var container = try decoder.unkeyedContainer()
      for shape in shapes {
        parts.append(
          try context.with(shape.described) {
            if case .subclass = shape { return try container.decode(Employee.asPerson) }
            return try Self.element(shape.type, &container)
          })
      }
      parts.append(container.isAtEnd)
    case .single(let shape): parts.append(try Self.single(shape, decoder, context))
    case .word(let words):
      let word = try decoder.singleValueContainer().decode(String.self)
      guard words.contains(word) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no such word"))
      }
      parts.append(word)
    case .superValue(let name, let shape):
      let container = try decoder.container(keyedBy: MemberName.self)
      let inner =
        try name.map { try container.superDecoder(forKey: $0) } ?? container.superDecoder()
      parts.append(try Self.single(shape, inner, context))
    case .nothing, .scalar, .optional, .array, .dictionary, .subclass: break
    }
  }

  private static func decode(
    _ field: Shape.Field, _ container: KeyedDecodingContainer<MemberName>, _ context: Context
  ) throws -> (any Codable)? {
    func member<T: Codable>(_ type: T.Type) throws -> (any Codable)? {
      field.isOptional
        ? try container.decodeIfPresent(type, forKey: field.name)
        : try container.decode(type, forKey: field.name)
    }
    return try context.with(field.shape.described) {
      if case .subclass = field.shape { return try member(Employee.asPerson) }
      return try member(field.shape.type)
    }
  }

  private static func element<T: Codable>(
    _ type: T.Type, _ container: inout any UnkeyedDecodingContainer
  ) throws -> any Codable { try container.decode(type) }

  private static func single(
    _ shape: Shape, _ decoder: any Decoder, _ context: Context
  ) throws -> any Codable {
    let container = try decoder.singleValueContainer()
    func value<T: Codable>(_ type: T.Type) throws -> any Codable { try container.decode(type) }
    return try context.with(shape.described) {
      if case .subclass = shape { return try value(Employee.asPerson) }
      return try value(shape.type)
    }
  }

  // MARK: - Encoding

  func encode(to encoder: any Encoder) throws {
    switch shape {
    case .object(let fields, _):
      var container = encoder.container(keyedBy: MemberName.self)
      for (field, part) in zip(fields, parts) { try Self.encode(part, field, &container) }
    case .choice(let fields):
      var container = encoder.container(keyedBy: MemberName.self)
      let field = fields[chosen]
      var payload = container.nestedContainer(keyedBy: MemberName.self, forKey: field.name)
      try Self.encode(parts[0], field, &payload)
    case .tuple:
      var container = encoder.unkeyedContainer()
      for part in parts { if let part { try container.encode(part) } }
    case .single, .word:
      var container = encoder.singleValueContainer()
      if let part = parts.first ?? nil { try container.encode(part) }
    case .superValue(let name, _):
      var container = encoder.container(keyedBy: MemberName.self)
      let inner = name.map { container.superEncoder(forKey: $0) } ?? container.superEncoder()
      var value = inner.singleValueContainer()
      if let part = parts.first ?? nil { try value.encode(part) }
    case .nothing, .scalar, .optional, .array, .dictionary, .subclass: break
    }
  }

  private static func encode(
    _ part: (any Codable)?, _ field: Shape.Field,
    _ container: inout KeyedEncodingContainer<MemberName>
  ) throws {
    if let part {
      try container.encode(part, forKey: field.name)
    } else {
      func missing<T: Codable>(_ type: T.Type) throws {
        try container.encodeIfPresent(T?.none, forKey: field.name)
      }
      try missing(field.shape.type)
    }
  }
}
