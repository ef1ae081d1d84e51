// `_findFaults(in:)`, and what `check(_:)` needs: the checks of a type and the names of its members.

extension ObjectModel {
  func writeFaults(_ refusesUnknownMembers: Bool, _ code: inout CodeLines) {
    if refusesUnknownMembers || properties.contains(where: { $0.isRead && $0.role != .unknown }) {
      code.line(FaultCode.begin)
    }
    if hasChecks {
      code.line(
        "var checks = RushJSONMacros.JSONChecks<\(typeName)>(_of: { \(typeName)._check(&$0) })")
    }
    code.line(CodeLines.beginObject)
    let known = properties.filter { $0.isRead && $0.role != .unknown }
    writeFaults(entries(of: known), refusesUnknownMembers && !hasFlattened, &code)
    if refusesUnknownMembers {
      code.line("faults.refuseUnknownMembers(in: &reader, \(namesCode))")
    }
    if hasChecks {
      code.line(
        "checks._findFaults(in: &reader, { \(typeName)._check(&$0) }, "
          + "{ \(typeName)._place(of: $0) })")
    }
  }

  private func writeFaults(_ entries: [Entry], _ isRefusing: Bool, _ code: inout CodeLines) {
    for entry in entries {
      switch entry {
      case .property(let property): code.line(faultCode(of: property), at: property.place)
      case .object(let name, let entries, let isOptional, _):
        let arguments = [
          MemberName.code(of: name), isOptional ? "isOptional: true" : nil,
          isRefusing ? "refusing: \(namesCode(of: entries))" : nil, "in: &reader",
        ]
        code.block("faults.object(\(arguments.list))", parameters: "reader") {
          writeFaults(entries, isRefusing, &$0)
        }
      }
    }
  }

  private func faultCode(of property: Property) -> String {
    let member = "of: { ($0 as \(typeName)).\(property.storage.dropFirst("self.".count)) }"
    guard case .member(let name) = property.role else {
      let arguments = [
        "as: \(StringLiteral.literal(of: property.name))",
        property.hasDefault ? "isOptional: true" : nil, member, "in: &reader",
        namesCode, "part: \(part(of: property))",
      ]
      return "faults.part(\(arguments.list))"
    }
    let isKept = hasChecks && !property.isWrapped
    let value = isKept && property.hasDefault ? property.initialValue : nil
    let arguments = [
      name.code + name.alsoCode, property.hasDefault ? "isOptional: true" : nil,
      property.isWrapped || property.format != nil ? "isWhole: true" : nil,
      hasChecks ? "isKept: checks._wants(\(keyPath(of: property)))" : nil, member, "in: &reader",
    ]
    let decoding =
      property.isWrapped && property.format == nil
      ? ", by: { try $0.decode($1, forKey: $2) }" : ""
    let reading =
      "try $0.\(decoding.isEmpty ? "value" : "_value")($1\(property.format.map { ", format: \($0)" } ?? "")"
      + "\(value.map { ", default: \($0)" } ?? "")\(decoding))"
    let call = "faults.member(\(arguments.list)) { \(reading) }"
    if !hasChecks { return call }
    let values = String(repeating: ".wrappedValue", count: property.wrapperCount)
    let kept = property.isWrapped ? "\(call)?\(values)" : call
    return "checks._keep(\(keyPath(of: property)), \(kept))"
  }

  private func keyPath(of property: Property) -> String { "\\\(typeName).\(property.codeName)" }

  // MARK: - Checks

  /// The statement that checks a value that was read.
  var checkingCode: String {
    "try RushJSONMacros.JSONChecks<\(typeName)>._run(self, in: &reader, { \(typeName)._check(&$0) }, "
      + "{ \(typeName)._place(of: $0) })"
  }

  /// Writes functions that call the checks, and tell the names of members.
  func writeChecks(_ code: inout CodeLines) {
    let modifiers = "fileprivate nonisolated static func "
    code.block(
      modifiers + "_check(_ checks: inout RushJSONMacros.JSONChecks<\(typeName)>)"
    ) {
      for property in properties where property.isRead {
        guard let limits = property.limits else { continue }
        $0.line(
          "checks._limit(\(keyPath(of: property)), .init(\(limits)))", at: property.place)
      }
      if statesChecks { $0.line("\(typeName).check(&checks)") }
    }
    code.block(
      modifiers + "_place(of member: Swift.PartialKeyPath<\(typeName)>)"
        + " -> RushJSONMacros.JSONChecks<\(typeName)>._Place"
    ) {
      for property in properties where property.isRead {
        guard case .member(let name) = property.role else { continue }
        let steps = name.outer.map { [$0] } + [[name.name] + name.others]
        let lists = steps.map { "[\($0.map(StringLiteral.literal(of:)).joined(separator: ", "))]" }
        $0.line(
          "if member == \(keyPath(of: property)) { return [\(lists.joined(separator: ", "))] }")
      }
      $0.line("return []")
    }
  }
}

extension EnumModel {
  func writeFaults(_ options: ModelOptions, _ code: inout CodeLines) {
    let hasValues = cases.contains { !$0.payloads.isEmpty }
    guard !hasRawType, hasValues, options.tag != .untagged, options.tag != .value else {
      return code.line("_ = try Self(from: &reader)")
    }
    code.line(FaultCode.begin)
    writeTags(options, &code)
    for (index, element) in cases.enumerated() {
      let isLast = index == cases.count - 1 && unknownCase == nil
      code.line("case \(tags.labels[index])\(isLast ? ", _" : ""):")
      for statement in element.faults(options) { code.line("  " + statement, at: element.place) }
    }
    if unknownCase != nil {
      code.line("case _:")
      code.line("  _ = try Self(from: &reader)")
    }
    code.line("}")
  }
}

extension EnumModel.Case {
  /// The statements that find the faults of the values, where `reading` has those that read them.
  fileprivate func faults(_ options: ModelOptions) -> [String] {
    let isRefusing = options.refusesUnknownMembers
    func refusing(_ names: String) -> [String] {
      let arguments = ["in: &reader", names.isEmpty ? nil : names]
      return isRefusing ? ["faults.refuseUnknownMembers(\(arguments.list))"] : []
    }
    let object = refusing(namesOfObject(options))
    let end = refusing(NameCode.argument(valueCalls))
    let begin = CodeLines.beginObject
    if payloads.isEmpty {
      if !isRefusing { return ["break"] }
      return options.tag == .external ? [begin] + end : object
    }
    switch options.tag {
    case .internal(let tag):
      if !isSingle { return [values(payloads.map(\.name.code))] + object }
      let arguments = [
        "as: \(StringLiteral.literal(of: name.withoutBackticks))",
        payloads[0].defaultValue == nil ? nil : "isOptional: true", "ofCase: \(constructor)",
        "in: &reader", NameCode.argument([NameCode.add(tag)] + options.refusalCalls),
      ]
      return ["faults.part(\(arguments.list))"] + object
    case .adjacent(_, let content):
      let key = StringLiteral.literal(of: content)
      if isSingle { return [values([key])] + object }
      let enter =
        payloads.allSatisfy(\.isOmittable)
        ? ["if try reader._enterIfPresent(\(key)) { \(begin) }"]
        : ["try reader.enter(\(key))", begin]
      return object + enter + [values(payloads.map(\.name.code))] + end
    default: return [begin, values(payloads.map(\.name.code))] + end
    }
  }

  private func values(_ names: [String]) -> String {
    let list = zip(names, payloads).map {
      ".init(\($0)\($1.format == nil ? "" : ", isWhole: true"))"
    }
    let reading = payloads.map { "{ try $0.value($1\($0.readingCode)) }" }
    return "faults.values(of: \(constructor), [\(list.joined(separator: ", "))], in: &reader, "
      + reading.joined(separator: ", ") + ")"
  }
}

private enum FaultCode {
  static let begin = "let faults = RushJSONMacros.JSONModelOptions._Faults()"
}

extension [String?] {
  /// The arguments that there are.
  fileprivate var list: String { compactMap(\.self).joined(separator: ", ") }
}
