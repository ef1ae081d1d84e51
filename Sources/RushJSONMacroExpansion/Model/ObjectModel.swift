/// A struct or a class as a JSON object: what the expansion does with each stored property.
struct ObjectModel: Sendable {
  enum Role: Sendable, Equatable {
    case member(MemberName)
    /// Its members are those of the object around it.
    case flattened
    /// It keeps the members that nothing else reads.
    case unknown
  }

  struct Property: Sendable {
    var role: Role
    /// The stored property as an expression: `self.x`, or `self._x` for the wrapper of a property.
    var storage: String
    /// The name in the object that is written, for errors: that in code.
    var name: String
    /// The name as written in code, perhaps in backticks.
    var codeName: String
    /// The initial value, as written.
    var initialValue: String?
    var documentation: String
    /// The arguments of `@Schema`, as written.
    var limits: String?
    /// The argument of `@Format`, as written.
    var format: String?
    /// Whether it has a value before the members are read, which a missing member leaves as it is.
    var hasDefault: Bool
    /// Whether `nil` is written, because a missing member is not read as `nil`, or Codable writes it.
    var writesNil = false
    /// Where the attribute begins whose meaning depends on the type of the property.
    var place: Int?
    var isRead: Bool
    var leavesOutObjects: Bool {
      if case .member(let name) = role { name.leavesOutObjects } else { false }
    }
    /// Whether its type is an optional or a field.
    var isOmittable = false
    /// Whether its member is written, as an expression; `nil` if it always is, or the plugin does not know.
    var presence: String?
    /// Whether a nested optional is written as no member if only the inner one is `nil`.
    var leavesOutInnerNil = false
    /// The number of property wrappers around the value. The outermost wrapper is read.
    var wrapperCount = 0
    var isWrapped: Bool { wrapperCount > 0 }
    /// Whether `@ExtraFields` wraps the property.
    var isExtraFields = false
    /// Its place among the coding keys. Codable reads and writes in their order.
    var position: Int
  }

  private(set) var properties: [Property] = []
  private(set) var typeWords: Set<String> = []
  private(set) var problems: [Problem] = []
  private let options: ModelOptions
  private let declaration: Declaration
  /// The type parameters of the type and of those around it.
  private let parameters: Set<String>
  /// The paths of members, and those of the objects around them.
  private var seen: Set<[String]> = []
  private var seenObjects: Set<[String]> = []
  /// Whether this is the model of an incomplete value.
  private(set) var isPartial = false

  init(_ declaration: Declaration, _ options: ModelOptions, parameters: Set<String>) {
    self.options = options
    self.parameters = parameters
    self.declaration = declaration
    for property in declaration.properties { add(property) }
    // The sort is not documented to be stable, so the order of the declarations is part of the comparison.
    properties = properties.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    reportWrittenObjects()
    reportUnusedKeys()
    if options.partialRange != nil { checkPartial() }
  }

  /// The type in its own code. In a class, `Self` may be a subclass, and an extension of a nested one does not see its
  /// name alone.
  var typeName: String {
    declaration.kind == .class && !isPartial ? nameOutside ?? declaration.name : "Self"
  }

  /// The name outside of all types, in an extension.
  var nameOutside: String?

  /// Whether the type states checks of its values.
  var hasChecks: Bool {
    isRead && !isPartial && (statesChecks || properties.contains { $0.limits != nil && $0.isRead })
  }

  /// Whether the type has a function of checks.
  var statesChecks: Bool { declaration.check != nil }

  var hasUnknown: Bool { properties.contains { $0.role == .unknown } }
  /// Whether values are read, not only written.
  var isRead: Bool { options.isRead }
  var hasFlattened: Bool { properties.contains { $0.role == .flattened } }

  /// Properties in the order of reading and writing: those inside one object are together.
  enum Entry {
    case property(Property)
    /// A member that is an object for other properties. It may be missing if all of these may. A property wrapper decides
    /// itself whether its member may be.
    /// - Parameter presence: The condition under which it is written, if it is left out without members.
    case object(name: String, [Entry], isOptional: Bool, presence: String?)

    var isObject: Bool { if case .object = self { true } else { false } }
  }

  func entries(of properties: [Property], depth: Int = 0) -> [Entry] {
    var groups: [(name: String?, properties: [Property])] = []
    for property in properties {
      guard case .member(let name) = property.role, name.outer.count > depth else {
        groups.append((nil, [property]))
        continue
      }
      if let index = groups.firstIndex(where: { $0.name == name.outer[depth] }) {
        groups[index].properties.append(property)
      } else {
        groups.append((name.outer[depth], [property]))
      }
    }
    return groups.map { name, properties in
      guard let name else { return .property(properties[0]) }
      return .object(
        name: name, entries(of: properties, depth: depth + 1),
        isOptional: isPartial
          || properties.allSatisfy { $0.hasDefault || $0.isOmittable || $0.isWrapped },
        presence: Self.presence(of: properties))
    }
  }

  /// Whether a member of an object is written, as an expression: `nil` if one always is, or none asks to leave it out.
  private static func presence(of properties: [Property]) -> String? {
    guard properties.contains(where: \.leavesOutObjects) else { return nil }
    let conditions = properties.compactMap(\.presence)
    return conditions.count == properties.count ? conditions.joined(separator: " || ") : nil
  }

  // MARK: - Partial

  /// A property of the type `Partial`.
  struct PartialProperty: Sendable {
    var access: String
    var name: String
    var type: String
    var place: Int
  }

  /// The model of the type `Partial`.
  var partial: ObjectModel {
    var model = self
    model.isPartial = true
    model.properties = properties.filter(\.isRead)
    for index in model.properties.indices { model.properties[index].hasDefault = false }
    return model
  }

  /// The properties of the type `Partial`, which are optional.
  var partialProperties: [PartialProperty] {
    properties.filter(\.isRead).compactMap { property in
      guard let declared = declared(property), let type = declared.knownType else { return nil }
      return PartialProperty(
        access: declared.access, name: declared.name,
        type: property.role == .unknown ? type : WrittenType(type).partial(parameters),
        place: declared.nameRange.lowerBound)
    }
  }

  private mutating func checkPartial() {
    for property in properties where property.isRead {
      guard let declared = declared(property) else { continue }
      let message =
        if property.isWrapped {
          "a partial type has no property wrappers; write '\(property.name)' without one"
        } else if declared.knownType == nil {
          "write the type of '\(property.name)', which the partial type has, too"
        } else if WrittenType(declared.type).value == declaration.name {
          "a partial type is a struct, which cannot hold itself; make '\(property.name)' an array"
        } else {
          ""
        }
      if !message.isEmpty { problems.append(Problem(message: message, range: declared.nameRange)) }
    }
  }

  private func declared(_ property: Property) -> Declaration.Property? {
    declaration.properties.first { $0.name.withoutBackticks == property.name }
  }

  // MARK: - Properties

  private mutating func add(_ property: Declaration.Property) {
    let name = property.name.withoutBackticks
    if property.isConditional {
      problems.append(
        Problem(
          message: """
            @JSONModel cannot tell whether '\(name)' exists: it is inside '#if'; move the condition \
            around the whole type
            """,
          range: property.nameRange))
      return
    }
    var markers: [String: Declaration.Attribute] = [:]
    for attribute in property.attributes where Markers.names.contains(attribute.name) {
      if markers.updateValue(attribute, forKey: attribute.name) != nil {
        report("@\(attribute.name) may be used once", attribute)
      }
    }
    if property.isInList, let marker = property.attributes.first(where: { markers[$0.name] != nil })
    {
      return report("@\(marker.name) applies to one property; declare '\(name)' on its own", marker)
    }
    let wrapper = property.attributes.first(where: Markers.isWrapper)
    let isOptionalVariable = property.isOptional && !property.isLet && wrapper == nil
    let hasDefault = property.hasInitialValue || isOptionalVariable
    if let ignored = markers["Ignored"] {
      for other in property.attributes where markers[other.name] != nil && other.name != "Ignored" {
        report("@\(other.name) has no effect on an ignored property", other)
      }
      if options.isRead, !hasDefault, wrapper == nil { reportMissingDefault(property, ignored) }
      return
    }
    guard let role = role(of: property, markers, wrapper: wrapper) else { return }
    typeWords.formUnion(property.typeWords)
    let isConstant = property.isLet && property.hasInitialValue
    if isConstant, options.isRead { reportConstant(property) }
    let format = markers["Format"]
    if let format { checkFormat(format, of: property, wrapper) }
    let hasInitialValue = property.hasInitialValue && property.initialValue != "nil"
    properties.append(
      Property(
        role: role,
        storage: wrapper == nil ? "self.\(property.name)" : property.wrapperStorage,
        name: name, codeName: property.name, initialValue: property.initialValue,
        documentation: property.documentation, limits: limits(markers["Schema"]),
        format: format?.arguments?.first?.text,
        hasDefault: role == .flattened ? hasInitialValue : property.hasInitialValue,
        writesNil: hasInitialValue && !isConstant
          || wrapper == nil && WrittenType(property.type).isOne(of: parameters),
        place: (format ?? markers["Flattened"] ?? markers["Unknown"])?.range.lowerBound
          ?? property.nameRange.lowerBound,
        isRead: !isConstant,
        isOmittable: wrapper == nil && WrittenType(property.type).isOmittable,
        presence: wrapper == nil
          ? WrittenType(property.type).presence(
            of: "self.\(property.name)", hasInitialValue: hasInitialValue) : nil,
        leavesOutInnerNil: wrapper == nil && !property.isLet && property.isInnerNil,
        wrapperCount: property.attributes.count(where: Markers.isWrapper),
        isExtraFields: wrapper?.name == "ExtraFields", position: position(of: property, role)))
  }

  /// The arguments of `@Schema`.
  private func limits(_ marker: Declaration.Attribute?) -> String? {
    marker?.arguments.map { arguments in
      arguments.map { "\($0.label.map { "\($0): " } ?? "")\($0.text)" }.joined(separator: ", ")
    }
  }

  private mutating func checkFormat(
    _ format: Declaration.Attribute, of property: Declaration.Property,
    _ wrapper: Declaration.Attribute?
  ) {
    if let wrapper {
      report("@Format does not apply to a property with the wrapper '@\(wrapper.name)'", format)
    } else if let text = format.arguments?.first?.text,
      let message = WrittenType(property.type).refusal(of: text)
    {
      report(message, format)
    }
  }

  private mutating func checkFlattened(
    _ marker: Declaration.Attribute, _ property: Declaration.Property
  ) {
    let type = WrittenType(property.type)
    if type.isNoObject {
      report("@Flattened needs a type whose values are objects, not '\(property.type)'", marker)
    } else if type.isOmittable, !property.isLet, let value = property.initialValue,
      value != "nil", !value.hasSuffix(".missing")
    {
      problems.append(
        Problem(
          message: """
            an optional @Flattened property cannot have an initial value, because 'nil' is written as no \
            members, which are read as that value
            """,
          range: property.nameRange))
    }
  }

  /// What a property is in the object, or `nil` if it is left out.
  private mutating func role(
    of property: Declaration.Property, _ markers: [String: Declaration.Attribute],
    wrapper: Declaration.Attribute?
  ) -> Role? {
    for group in [
      ["Flattened", "Unknown"], ["Flattened", "Name"], ["Flattened", "Format"],
      ["Unknown", "Name"], ["Unknown", "Format"], ["Flattened", "Schema"], ["Unknown", "Schema"],
    ] {
      if markers[group[0]] != nil, let second = markers[group[1]] {
        report("@\(group[1]) and @\(group[0]) exclude each other", second)
      }
    }
    if let marker = markers["Flattened"] {
      checkFlattened(marker, property)
      return .flattened
    }
    if markers["Unknown"] != nil || wrapper?.name == "ExtraFields" {
      if hasUnknown, let marker = markers["Unknown"] ?? wrapper {
        report("only one property can keep the unknown members", marker)
      } else if options.refusesUnknownMembers, let marker = markers["Unknown"] ?? wrapper {
        report("the type refuses unknown members, so none can be kept", marker)
      }
      return .unknown
    }
    var name = MemberName(name: options.style.name(of: property.name.withoutBackticks))
    if let keys {
      guard let key = keys.name(for: property.name, options.style) else {
        let hasDefault = property.hasInitialValue || property.isOptional && !property.isLet
        if options.isRead, !hasDefault, wrapper == nil {
          problems.append(
            Problem(
              message: """
                '\(property.name)' needs an initial value, because CodingKeys has no case for it
                """,
              range: property.nameRange))
        }
        if let marker = property.attributes.first(where: { markers[$0.name] != nil }) {
          report(
            "@\(marker.name) has no effect, because CodingKeys has no case for the property", marker
          )
        }
        return nil
      }
      name.name = key
    }
    if let marker = markers["Name"] {
      guard let given = MemberName.read(marker, &problems) else { return nil }
      name = given
    }
    for each in [name.name] + name.others {
      guard let message = addPath(name.outer + [each]) else { continue }
      problems.append(
        Problem(message: message, range: markers["Name"]?.range ?? property.nameRange))
    }
    return .member(name)
  }

  /// Adds the path of a property. Returns a message if another property has it, or one inside it or around it.
  private mutating func addPath(_ path: [String]) -> String? {
    let outer = (1..<path.count).map { Array(path.prefix($0)) }
    let around = outer.first(where: seen.contains)
    seenObjects.formUnion(outer)
    func literal(_ path: [String]) -> String { StringLiteral.literal(of: path.last ?? "") }
    if let around {
      return "the member \(literal(around)) belongs to another property, so none can be inside it"
    }
    if seenObjects.contains(path) {
      return "other properties are inside the member \(literal(path))"
    }
    return seen.insert(path).inserted
      ? nil : "another property is read from the member \(literal(path)), too"
  }

  private func position(of property: Declaration.Property, _ role: Role) -> Int {
    guard case .member = role, let keys else { return .max }
    let name = property.name.withoutBackticks
    return keys.cases.firstIndex { $0.name.withoutBackticks == name } ?? .max
  }

  private var keys: Declaration.CodingKeys? {
    declaration.codingKeys.first { $0.name == "CodingKeys" }
  }

  // MARK: - Problems

  private mutating func report(_ message: String, _ attribute: Declaration.Attribute) {
    // An attribute of a list is that of each name in it.
    if problems.contains(where: { $0.range == attribute.range }) { return }
    problems.append(
      Problem(message: message, range: attribute.range)
        .offering("remove '@\(attribute.name)'", attribute.range, ""))
  }

  private mutating func reportMissingDefault(
    _ property: Declaration.Property, _ marker: Declaration.Attribute
  ) {
    problems.append(
      Problem(
        message: "an ignored property needs an initial value", range: property.nameRange
      )
      .offering("remove '@Ignored'", marker.range, ""))
  }

  /// The warning that the compiler gives for Codable.
  private mutating func reportConstant(_ property: Declaration.Property) {
    var problem = Problem(
      severity: .warning,
      message: """
        '\(property.name)' is written but not read, because a 'let' with an initial value cannot change
        """,
      range: property.nameRange)
    // An edit of a list would change the other properties, too.
    if !property.isInList {
      let start = property.attributes.first?.range.lowerBound ?? property.startOfModifiers
      problem =
        problem
        .offering("make it a 'var', whose value is the default", property.keywordRange, "var")
        .offering("leave it out with '@Ignored'", start..<start, "@Ignored ")
    }
    problems.append(problem)
  }

  /// Properties that ask to leave out an object that another property always writes.
  private mutating func reportWrittenObjects() {
    for property in properties where property.leavesOutObjects && options.isWritten {
      guard case .member(let name) = property.role, let declared = declared(property),
        let marker = declared.attributes.first(where: { $0.name == "Name" })
      else { continue }
      let written = properties.first { other in
        guard case .member(let otherName) = other.role else { return false }
        return otherName.outer.starts(with: name.outer) && other.presence == nil
      }
      var message: String?
      if hasFlattened {
        message = """
          beside @Flattened, objects are not left out, because the types share them
          """
      } else if let written {
        message = """
          '\(written.name)' is always written, so its object is never left out: make it an optional \
          without an initial value
          """
      }
      if let message {
        problems.append(Problem(message: message, range: marker.range))
      }
    }
  }

  /// A coding key without a property, as the compiler reports it for Codable.
  private mutating func reportUnusedKeys() {
    let names = Set(declaration.properties.map(\.name.withoutBackticks))
    for key in keys?.cases ?? [] where !names.contains(key.name.withoutBackticks) {
      problems.append(
        Problem(message: "'\(key.name)' is the name of no stored property", range: key.nameRange))
    }
  }
}

extension Declaration.Property {
  /// Whether the initial value is an optional whose value is `nil`.
  fileprivate var isInnerNil: Bool {
    let values = ["some(nil)", "some(.none)", "some(Optional.none)", "init(nil)", "init(.none)"]
    let value = initialValue ?? ""
    return values.contains { value == ".\($0)" || value == "Optional.\($0)" }
      || value == "Optional(nil)" || value == "Optional(.none)"
  }

  /// The type as written, or that of an initial value that is a literal.
  fileprivate var knownType: String? {
    if !type.isEmpty { return type }
    guard let value = initialValue else { return nil }
    if ["true", "false"].contains(value) { return "Bool" }
    if StringLiteral.value(of: value) != nil { return "String" }
    guard value.utf8.contains(where: { 48...57 ~= $0 }) else { return nil }
    return Int(value) != nil ? "Int" : Double(value) != nil ? "Double" : nil
  }

  /// The wrapper of a property, which the compiler stores under a name of its own.
  fileprivate var wrapperStorage: String {
    name.hasPrefix("`") ? "self.`_\(name.withoutBackticks)`" : "self._\(name)"
  }
}

extension Declaration.CodingKeys {
  /// The name of the member for a property, or `nil` if there is no key for it.
  func name(for property: String, _ style: NameStyle) -> String? {
    let plain = property.withoutBackticks
    guard let key = cases.first(where: { $0.name.withoutBackticks == plain }) else { return nil }
    return key.rawValue.flatMap(StringLiteral.value(of:)) ?? style.name(of: plain)
  }
}
