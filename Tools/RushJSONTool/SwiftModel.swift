/// Swift types for the shape of samples, as text.
///
/// Types inside are written first, so that two objects of one shape, which have the same text, become one type.
struct SwiftModel {
  struct Options {
    /// `@JSONModel` in place of `Codable`.
    var isJSONModel = false
    /// Types beside each other, not inside the first one.
    var isFlat = false
    /// Enums for strings with few values.
    var hasEnums = false
  }

  private let options: Options
  private let root: String
  /// The texts of types, by their names, in order.
  private var types: [(name: String, text: [String])] = []
  private var names: Set<String>
  private var known: [String: String] = [:]
  private var usesFoundation = false

  /// - Parameter name: The name of the type of a sample.
  init(_ shape: SampleShape, name: String, _ options: Options) {
    self.options = options
    root = name
    names = [name]
    if case .object? = Self.only(shape), Self.isStruct(shape) {
      declare(shape, as: name)
    } else {
      // A sample that is no object, or null in some files.
      let type = type(of: shape, named: name + "Element", holdsNull: true)
      types.insert((name, ["typealias \(name) = \(type)"]), at: 0)
    }
  }

  // MARK: - Types

  /// The one kind of all values but null.
  private static func only(_ shape: SampleShape) -> SampleShape.Kinds? {
    switch shape.kinds.subtracting(.null) {
    case .bool: .bool
    case .string: .string
    case .array: .array
    case .object: .object
    default: nil
    }
  }

  private static func isStruct(_ shape: SampleShape) -> Bool {
    if shape.kinds.contains(.null) || shape.values != nil || shape.hasEquivalentNames {
      return false
    }
    return !isDictionary(shape)
  }

  /// Whether the names of objects are data: numbers, or many.
  private static func isDictionary(_ shape: SampleShape) -> Bool {
    if shape.values != nil { return true }
    let areNumbers =
      shape.members.count > 2
      && shape.members.allSatisfy { $0.name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return areNumbers || shape.members.count > 64 && isUniform(shape.commonValue)
  }

  private static func isUniform(_ shape: SampleShape) -> Bool {
    shape.numberType != nil || only(shape) != nil
  }

  /// The type of a value. Optional if there was null and `holdsNull`.
  private mutating func type(
    of shape: SampleShape, named name: String, holdsNull: Bool = true
  ) -> String {
    let type = bare(shape, named: name)
    return holdsNull && shape.kinds.contains(.null) && type != "RawJSON" ? type + "?" : type
  }

  private mutating func bare(_ shape: SampleShape, named name: String) -> String {
    if let number = shape.numberType { return number }
    switch Self.only(shape) {
    case .bool?: return "Bool"
    case .string?: return string(shape, named: name)
    case .array?:
      guard let element = shape.element, element.count > 0 else { return "[RawJSON]" }
      return "[\(type(of: element, named: name))]"
    case .object?:
      // Swift's dictionaries and types do not tell these names apart.
      if shape.hasEquivalentNames { return "RawJSON" }
      if Self.isDictionary(shape) {
        let all = shape.commonValue
        return all.count == 0 ? "[String: RawJSON]" : "[String: \(type(of: all, named: name))]"
      }
      return declare(shape, as: nil, named: name)
    default: return "RawJSON"
    }
  }

  private mutating func string(_ shape: SampleShape, named name: String) -> String {
    if shape.texts.contains(.uuid) {
      usesFoundation = true
      return "UUID"
    }
    if shape.texts.contains(.url) {
      usesFoundation = true
      return "URL"
    }
    guard options.hasEnums, let values = shape.strings, values.count > 1,
      shape.stringCount >= 3 * values.count, Set(values).count == values.count
    else { return "String" }
    var cases: Set<String> = []
    let lines = values.map { value in
      let name = Self.unique(SwiftName.property(value), in: &cases)
      let isSame = name.utf8.elementsEqual(value.utf8)
      return "  case \(SwiftName.written(name))" + (isSame ? "" : " = \(SwiftName.literal(value))")
    }
    let head =
      options.isJSONModel
      ? ("@JSONModel enum", "String, CaseIterable, Sendable")
      : ("enum", "String, Codable, CaseIterable, Sendable")
    return add(lines, as: nil, named: name, head)
  }

  // MARK: - Objects

  @discardableResult
  private mutating func declare(
    _ shape: SampleShape, as own: String?, named name: String = ""
  ) -> String {
    var lines: [String] = []
    var keys: [String] = []
    var properties: Set<String> = []
    var hasOtherNames = false
    for member in shape.members {
      let property = Self.unique(SwiftName.property(member.name), in: &properties)
      let isSame = property.utf8.elementsEqual(member.name.utf8)
      let literal = SwiftName.literal(member.name)
      let written = SwiftName.written(property)
      if !isSame { hasOtherNames = true }
      keys.append("    case \(written)" + (isSame ? "" : " = \(literal)"))
      let declaration = declaration(
        of: member, written, isMissing: member.shape.count < shape.objects)
      let named = options.isJSONModel && !isSame ? "@Name(\(literal)) " : ""
      lines.append("  " + named + declaration)
    }
    if hasOtherNames, !options.isJSONModel {
      lines += ["", "  enum CodingKeys: String, CodingKey {"] + keys + ["  }"]
    }
    let head =
      options.isJSONModel
      ? ("@JSONModel struct", "Equatable, Sendable") : ("struct", "Codable, Equatable, Sendable")
    return add(lines, as: own, named: name, head)
  }

  /// The property of a member. What was null in a sample is written as null again, so it is no optional.
  private mutating func declaration(
    of member: SampleShape.Member, _ property: String, isMissing: Bool
  ) -> String {
    let hasNull = member.shape.kinds.contains(.null)
    let mark = isMissing ? "?" : ""
    if !hasNull, case .string? = Self.only(member.shape), member.shape.texts.contains(.date) {
      usesFoundation = true
      return options.isJSONModel
        ? "@Format(.rfc3339) var \(property): Date\(mark)"
        : "@Formatted<JSONStyles.RFC3339\(mark)> var \(property): Date\(mark)"
    }
    let type = type(of: member.shape, named: SwiftName.type(member.name), holdsNull: false)
    let isField = hasNull && (isMissing || type != "RawJSON")
    return "var \(property): " + (isField ? "JSONField<\(type)>" : type + mark)
  }

  // MARK: - Names

  /// Adds a type with these lines, or finds the one that has them.
  private mutating func add(
    _ lines: [String], as own: String?, named name: String,
    _ head: (keyword: String, protocols: String)
  ) -> String {
    let text = lines.joined(separator: "\n")
    if own == nil, let known = known[text] { return known }
    let name = own ?? Self.unique(name, in: &names)
    known[text] = name
    types.append((name, ["\(head.keyword) \(name): \(head.protocols) {"] + lines + ["}"]))
    return name
  }

  private static func unique(_ name: String, in names: inout Set<String>) -> String {
    var (unique, number) = (name, 2)
    while !names.insert(unique).inserted {
      unique = "\(name)\(number)"
      number += 1
    }
    return unique
  }

  // MARK: - Text

  /// The text of a file.
  func text(samples: Int) -> String {
    let from = samples == 1 ? "one sample" : "\(samples) samples"
    var lines = ["// Made by rushjson model from \(from).", ""]
    if usesFoundation { lines.append("import Foundation") }
    lines.append("import RushJSON")
    lines.append(options.isJSONModel ? "import RushJSONMacros" : "import RushJSONProperties")
    // Inner types were added first.
    let own = types.first { $0.name == root }?.text ?? []
    let others = types.filter { $0.name != root }.reversed()
    if options.isFlat || own.count == 1 {
      for text in [own] + others.map(\.text) { lines += [""] + text }
    } else {
      lines += [""] + own.dropLast()
      for other in others {
        lines += [""] + other.text.map { $0.isEmpty ? "" : "  " + $0 }
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
