// `init(from:)` and `write(to:)` of structs and classes.

extension ObjectModel {
  /// The statements that read the properties, in the order of their declarations.
  func writeReading(_ refusesUnknownMembers: Bool, _ code: inout CodeLines) {
    writeReading(refusesUnknownMembers, unknown: "", &code)
  }

  /// The same statements for the containers of another library's decoder.
  func writeContainerReading(_ refusesUnknownMembers: Bool, _ code: inout CodeLines) {
    writeReading(refusesUnknownMembers, unknown: "try ", &code)
  }

  private func writeReading(
    _ refusesUnknownMembers: Bool, unknown effect: String, _ code: inout CodeLines
  ) {
    code.line(CodeLines.beginObject)
    let known = properties.filter { $0.isRead && $0.role != .unknown }
    // Beside members of other types, an object inside may have more members of theirs.
    writeReading(entries(of: known), refusesUnknownMembers && !hasFlattened, &code)
    // Parts read first.
    for property in properties where property.isRead && property.role == .unknown {
      code.line(readingCode(of: property, unknown: effect), at: property.place)
    }
    if refusesUnknownMembers { code.line("try reader.refuseUnknownMembers(\(namesCode))") }
    if hasChecks { code.line(checkingCode) }
  }

  private func writeReading(_ entries: [Entry], _ isRefusing: Bool, _ code: inout CodeLines) {
    for entry in entries {
      switch entry {
      case .property(let property): code.line(readingCode(of: property), at: property.place)
      case .object(let name, let entries, let isOptional, _):
        let options = isOptional ? ", isOptional: true" : ""
        let names = isRefusing ? ", beside: \(namesCode(of: entries))" : ""
        code.block("do") {
          $0.line("let outer = try reader._enterObject(\(MemberName.code(of: name))\(options))")
          writeReading(entries, isRefusing, &$0)
          $0.line("try reader._leaveObject(outer\(names))")
        }
      }
    }
  }

  func writeWriting(_ code: inout CodeLines) {
    code.line("try writer.beginObject()")
    let writesUnknownLast = hasFlattened
    let first = entries(of: properties.filter { !writesUnknownLast || $0.role != .unknown })
    // Members of other types may be in the same objects, so these are open for them from the beginning.
    let ordered = hasFlattened ? first.filter(\.isObject) + first.filter { !$0.isObject } : first
    writeWriting(ordered, &code, writingCode)
    // Beside members of other types, the unknown members are those that these types have not written.
    for property in properties where writesUnknownLast && property.role == .unknown {
      code.line(writingCode(of: property), at: property.place)
    }
    code.line("try writer.endObject()")
  }

  /// The statements for the containers of another library's encoder. There the last of equal names wins, so parts come
  /// first, and the first of these last.
  func writeContainers(_ code: inout CodeLines) {
    code.line("try writer.beginObject()")
    let parts = properties.filter { $0.role == .flattened }.reversed()
    let others = properties.filter { $0.role != .flattened }
    writeWriting(entries(of: parts + others), &code) { property in
      guard property.isWrapped, case .member(let name) = property.role else {
        return writingCode(of: property)
      }
      // A wrapper may leave out `nil`, which would be read as the initial value.
      let value =
        property.writesNil
        ? "orNull: \(property.storage), isNil: (self.\(property.codeName) as Any?) == nil"
        : property.storage
      // Libraries of wrappers overload this call.
      return
        "try writer._member(\(name.code), \(value), by: { try $0.encode($1, forKey: $2) })"
    }
    code.line("try writer.endObject()")
  }

  private func writeWriting(
    _ entries: [Entry], _ code: inout CodeLines, _ writing: (Property) -> String
  ) {
    for entry in entries {
      switch entry {
      case .property(let property): code.line(writing(property), at: property.place)
      case .object(let name, let entries, _, let presence):
        let shared = hasFlattened ? ", isShared: true" : ""
        code.block(presence.map { "if \($0)" } ?? "do") {
          $0.line("let outer = try writer._enterObject(\(MemberName.code(of: name))\(shared))")
          writeWriting(entries, &$0, writing)
          $0.line("try writer._leaveObject(outer)")
        }
      }
    }
  }

  // MARK: - Other libraries' coders

  /// Whether containers suffice for reading. What is unknown beside members of other types is known only to a
  /// reader.
  func isReadFromContainers(_ refusesUnknownMembers: Bool) -> Bool {
    !(hasFlattened && (hasUnknown || refusesUnknownMembers))
  }

  /// Whether containers suffice for writing. Some encoders replace an object that two types write to.
  var isWrittenToContainers: Bool {
    !hasFlattened || !hasUnknown && !entries(of: properties).contains(where: \.isObject)
  }

  /// - Parameter effect: What precedes a call for unknown members.
  private func readingCode(of property: Property, unknown effect: String = "") -> String {
    let storage = property.storage
    switch property.role {
    case .member(let name):
      let arguments = name.code + name.alsoCode + property.formatCode
      // `null` may be a value of the type, which is no optional before it has arrived.
      if isPartial, !property.isOmittable, property.format == nil {
        return "\(storage) = try reader._arrived(\(arguments), by: { try $0.value($1) })"
      }
      // Libraries of wrappers overload this call.
      let decoding =
        property.isWrapped && property.format == nil
        ? ", by: { try $0.decode($1, forKey: $2) }" : ""
      let function = decoding.isEmpty ? "value" : "_value"
      return property.hasDefault
        ? "try reader.\(function)(\(arguments), into: &\(storage)\(decoding))"
        : "\(storage) = try reader.\(function)(\(arguments)\(decoding))"
    case .flattened:
      let arguments = [
        property.hasDefault ? "into: &\(storage)" : nil, property.nameCode, namesCode,
        "part: \(part(of: property))" as String?,
      ].compactMap(\.self).joined(separator: ", ")
      return property.hasDefault
        ? "try reader._read(\(arguments))" : "\(storage) = try reader.read(\(arguments))"
    case .unknown where property.isExtraFields:
      return "\(storage) = RushJSONCore.ExtraFields(\(effect)reader.unknownMembers(\(namesCode)))"
    case .unknown: return "\(storage) = \(effect)reader.unknownMembers(\(namesCode))"
    }
  }

  private func writingCode(of property: Property) -> String {
    let storage = property.storage
    if case .member(let name) = property.role {
      if property.leavesOutInnerNil {
        // `null` is read as the outer `nil`, and no member leaves the initial value.
        return
          "if let value = \(storage) { try writer.member(\(name.code), value\(property.formatCode)) } "
          + "else { try writer._nullMember(\(name.code)) }"
      }
      return MemberName.writingCode(
        name.code, storage, format: property.format, writesNil: property.writesNil)
    }
    let names = properties.compactMap(\.role.writtenName)
    let arguments = [
      "of: \(storage)", property.role == .flattened ? property.nameCode : nil,
      MemberName.listCode("beside: ", names),
    ]
    return "try writer.members(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }
}

extension ObjectModel.Property {
  fileprivate var formatCode: String { format.map { ", format: \($0)" } ?? "" }
  fileprivate var nameCode: String { "as: \(StringLiteral.literal(of: name))" }
}

extension ObjectModel.Role {
  fileprivate var writtenName: String? {
    if case .member(let name) = self { name.first } else { nil }
  }
}
