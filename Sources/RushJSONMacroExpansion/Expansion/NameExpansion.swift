// `_addNames(to:)`: the names of the members that a type reads, for types that share an object with it.

enum NameCode {
  static let head =
    "nonisolated static func _addNames(to names: inout RushJSONCore.JSONReader.MemberNames)"

  /// The arguments with functions that add names, if there are any names.
  static func argument(_ calls: [String], label: String = "beside: ") -> String {
    calls.isEmpty ? "" : "\(label){ \(calls.map { "$0." + $0 }.joined(separator: "; ")) }"
  }

  /// The call that adds a name.
  static func add(_ name: MemberName, isOptional: Bool = false) -> String {
    "add(\(name.code)\(name.alsoCode)\(isOptional ? ", isOptional: true" : ""))"
  }

  static func add(_ name: String, isOptional: Bool = false) -> String {
    add(MemberName(name: name), isOptional: isOptional)
  }
}

extension ObjectModel {
  /// The function that adds the names, as an argument.
  // A closure, because Swift 6.3 warns of a reference to a method of a generic type.
  var namesCode: String { "beside: { \(typeName)._addNames(to: &$0) }" }

  /// - Parameter isOpen: Whether a subclass may read more.
  func writeNames(_ refusesUnknownMembers: Bool, isOpen: Bool, _ code: inout CodeLines) {
    if isOpen {
      code.line("if self != \(typeName).self { return names._takeOthers() }")
    }
    writeNames(entries(of: properties.filter { $0.isRead && $0.role != .unknown }), &code)
    if properties.contains(where: { $0.isRead && $0.role == .unknown }) {
      code.line("names._takeOthers()")
    } else if refusesUnknownMembers {
      code.line("names._refuseOthers()")
    }
  }

  private func writeNames(_ entries: [Entry], _ code: inout CodeLines) {
    for entry in entries {
      switch entry {
      case .property(let property):
        if case .member(let name) = property.role {
          let isOptional = mayBeMissing(property)
          code.line("names." + NameCode.add(name, isOptional: isOptional))
        } else {
          let isOptional = property.hasDefault ? ", isOptional: true" : ""
          let part = "($0 as \(typeName)).\(property.storage.dropFirst("self.".count))"
          code.line("names._part(of: { \(part) }\(isOptional))", at: property.place)
        }
      case .object(let name, let entries, let isOptional, _):
        let arguments = MemberName.code(of: name) + (isOptional ? ", isOptional: true" : "")
        code.block("names._object(\(arguments))", parameters: "names") {
          writeNames(entries, &$0)
        }
      }
    }
  }

  /// The names of the members of an object inside that of the type, as an argument.
  func namesCode(of entries: [Entry]) -> String {
    let calls = entries.map { entry in
      switch entry {
      case .property(let property):
        guard case .member(let name) = property.role else { return "" }
        return NameCode.add(name)
      case .object(let name, _, _, _): return NameCode.add(name)
      }
    }
    return "{ \(calls.map { "$0." + $0 }.joined(separator: "; ")) }"
  }

  /// Whether the type can be read without the member. A property of a type parameter may be optional.
  private func mayBeMissing(_ property: Property) -> Bool {
    isPartial || property.hasDefault || property.isOmittable || property.isWrapped
      || property.writesNil
  }

  /// The position of a flattened property among those that are read.
  func part(of property: Property) -> Int {
    properties.filter { $0.role == .flattened && $0.isRead }
      .firstIndex { $0.storage == property.storage } ?? -1
  }
}

extension EnumModel {
  func writeNames(_ options: ModelOptions, _ code: inout CodeLines) {
    let isOpen = unknownCase == nil ? "" : ", isOpen: true"
    let unknown = unknownCase.map { "names._part(ofCase: Self.\($0))" }
    let list = "[\(tags.all.joined(separator: ", "))]\(isOpen)"
    switch options.tag {
    // A value that is no object has no names.
    case .value: return unknown.map { code.line($0) } ?? ()
    case .untagged: return writeNamesOfCases(options, &code)
    case .external:
      let call = "names._externalTag(\(list))"
      code.line(unknown.map { "if !\(call) { \($0) }" } ?? "_ = " + call)
    case .internal(let tag), .adjacent(let tag, _):
      code.line("switch names._internalTag(\(StringLiteral.literal(of: tag)), \(list)) {")
      for (index, element) in cases.enumerated() {
        code.line("case \(tags.labels[index]):")
        let calls = element.nameCalls(options)
        if calls.isEmpty { code.line("  break") }
        for call in calls { code.line("  names." + call, at: element.place) }
      }
      code.line("default: \(unknown ?? "break")")
      code.line("}")
    }
    if options.refusesUnknownMembers { code.line("names._refuseOthers()") }
  }

  private func writeNamesOfCases(_ options: ModelOptions, _ code: inout CodeLines) {
    code.line("names._firstCase(of: Self.self, [")
    for element in cases {
      let values = element.payloads.map { _ in "_" }.joined(separator: ", ")
      let pattern = ".\(element.name)\(values.isEmpty ? "" : "(\(values))")"
      let calls = element.nameCalls(options)
      code.line("  ({ if case \(pattern) = $0 { true } else { false } }, {")
      code.line("    \(calls.isEmpty ? "_" : "names") in")
      for call in calls { code.line("    names." + call, at: element.place) }
      code.line("  }),")
    }
    code.line("])")
  }
}

extension EnumModel.Case {
  /// The calls that add the names of the values, which are beside the tag or alone.
  func nameCalls(_ options: ModelOptions) -> [String] {
    if payloads.isEmpty { return [] }
    if case .adjacent(_, let content) = options.tag {
      return [NameCode.add(content, isOptional: true)]
    }
    if !isSingle || options.tag == .external { return valueCalls }
    if options.tag == .untagged, payloads[0].format != nil { return [] }
    let isOptional = payloads[0].defaultValue == nil ? "" : ", isOptional: true"
    return ["_part(ofCase: \(constructor)\(isOptional))"]
  }

  /// The calls that add the names of values that are members.
  var valueCalls: [String] {
    payloads.map { NameCode.add($0.name, isOptional: $0.isOmittable || $0.writesNil) }
  }

  /// The argument for the names of the object with the tag.
  func namesOfObject(_ options: ModelOptions) -> String {
    switch options.tag {
    case .internal(let tag), .adjacent(let tag, _):
      NameCode.argument([NameCode.add(tag)] + nameCalls(options))
    default: NameCode.argument(nameCalls(options))
    }
  }
}

extension ModelOptions {
  /// The call that says that a type refuses unknown members, so that a part of its object does not decide.
  var refusalCalls: [String] { refusesUnknownMembers ? ["_refuseOthers()"] : [] }
}
