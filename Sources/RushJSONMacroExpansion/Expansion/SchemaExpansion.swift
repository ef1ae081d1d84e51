// `_schema(_:)` of types with a schema. A closure or a case says the type of each member.

extension ObjectModel {
  func writeSchema(_ refusesUnknownMembers: Bool, _ text: String, _ code: inout CodeLines) {
    code.line("schema.beginObject()")
    writeSchema(entries(of: properties), refusesUnknownMembers && !hasFlattened, &code)
    let arguments = refusesUnknownMembers ? ["refusing: true"] : []
    code.line("return schema.endObject(\(Self.list(arguments + [SchemaText.argument(text)])))")
  }

  private func writeSchema(_ entries: [Entry], _ isRefusing: Bool, _ code: inout CodeLines) {
    for entry in entries {
      switch entry {
      case .property(let property): code.line(schemaCode(of: property), at: property.place)
      case .object(let name, let entries, let isOptional, _):
        code.line("schema.beginObject()")
        writeSchema(entries, isRefusing, &code)
        let arguments = [
          StringLiteral.literal(of: name), isOptional ? "isOptional: true" : nil,
          isRefusing ? "refusing: true" : nil,
        ]
        code.line("schema.endMember(\(Self.list(arguments)))")
      }
    }
  }

  private func schemaCode(of property: Property) -> String {
    let value = "of: { ($0 as \(typeName)).\(property.storage.dropFirst("self.".count)) }"
    // Some property wrappers do not demand their members, and the plugin does not know which.
    let mayBeMissing = property.hasDefault || !property.isRead || property.isWrapped
    let isOptional = mayBeMissing ? "isOptional: true" : nil
    switch property.role {
    case .member(let name) where !property.isRead && isRead:
      let arguments = [
        StringLiteral.literal(of: name.name), SchemaText.argument(property.documentation),
      ]
      return "schema.unreadMember(\(Self.list(arguments)))"
    case .member(let name):
      let arguments = [
        StringLiteral.literal(of: name.name), property.format.map { "format: \($0)" },
        isOptional, SchemaText.argument(property.documentation),
      ]
      let limits = property.limits.map { ".limited(.init(\($0)))" } ?? ""
      return "schema.member(.init(\(Self.list(arguments)))\(limits), \(value))"
    case .flattened: return "schema.members(\(Self.list([value, isOptional])))"
    case .unknown: return "schema.keepOtherMembers()"
    }
  }

  private static func list(_ arguments: [String?]) -> String {
    arguments.compactMap(\.self).joined(separator: ", ")
  }
}

extension EnumModel {
  func writeSchema(_ options: ModelOptions, _ text: String, _ code: inout CodeLines) {
    let about = SchemaText.argument(text).map { ", " + $0 } ?? ""
    if hasRawType {
      let names = rawCases.map { ".\($0)" }.joined(separator: ", ")
      let comments = rawComments.map { ", comments: \($0)" } ?? ""
      return code.line("schema.rawValues([\(names)] as [Self]\(about)\(comments))")
    }
    let refusing = options.refusesUnknownMembers ? ", refusing: true" : ""
    code.line("schema.beginCases(\(options.tag.code)\(refusing))")
    for element in cases {
      code.line("schema.addCase(\(element.schemaArguments))", at: element.place)
    }
    let unknown = unknownCase.map { "unknown: Self.\($0)" }
    let arguments = [SchemaText.argument(text), unknown].compactMap(\.self)
    code.line("return schema.endCases(\(arguments.joined(separator: ", ")))")
  }
}

extension EnumModel {
  /// The comments of the cases with raw values, if there are any.
  private var rawComments: String? {
    let comments = rawCases.isEmpty ? [] : rawDocumentation
    if comments.allSatisfy(\.isEmpty) { return nil }
    return "[\(comments.map(StringLiteral.literal(of:)).joined(separator: ", "))]"
  }
}

extension EnumModel.Case {
  fileprivate var schemaArguments: String {
    var arguments = [StringLiteral.literal(of: tag.name)]
    if !tag.others.isEmpty {
      let others = tag.others.map(StringLiteral.literal(of:)).joined(separator: ", ")
      arguments.append("also: [\(others)]")
    }
    if let text = SchemaText.argument(documentation) { arguments.append(text) }
    if !payloads.isEmpty {
      arguments.append("of: \(constructor)")
      let values = payloads.map { payload in
        let parts = [
          StringLiteral.literal(of: payload.name.name), payload.format.map { "format: \($0)" },
          payload.defaultValue == nil ? nil : "isOptional: true",
        ]
        return ".init(\(parts.compactMap(\.self).joined(separator: ", ")))"
      }
      arguments.append("[\(values.joined(separator: ", "))]")
      if isSingle { arguments.append("isSingle: true") }
    }
    return arguments.joined(separator: ", ")
  }
}

extension ModelOptions.Tag {
  /// The style as it is written in code.
  fileprivate var code: String {
    switch self {
    case .external: ".external"
    case .internal(let name): ".internal(\(StringLiteral.literal(of: name)))"
    case .adjacent(let name, let content):
      ".adjacent(\(StringLiteral.literal(of: name)), content: \(StringLiteral.literal(of: content)))"
    case .value: ".value"
    case .untagged: ".untagged"
    }
  }
}

private enum SchemaText {
  /// The argument with a documentation comment, if there is one.
  static func argument(_ text: String) -> String? {
    text.isEmpty ? nil : "about: \(StringLiteral.literal(of: text))"
  }
}
