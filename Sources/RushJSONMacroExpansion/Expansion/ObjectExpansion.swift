// `init(from:)` and `write(to:)` of structs and classes.

extension ObjectModel {
  /// The statements that read the properties, in the order of their declarations.
  func writeReading(_ refusesUnknownMembers: Bool, _ code: inout CodeLines) {
    let isNoting = hasUnknown || refusesUnknownMembers
    code.line("try reader.beginObject(\(isNoting ? "noting: true" : ""))")
    for property in properties where property.isRead && property.role != .unknown {
      code.line(readingCode(of: property))
    }
    // What nobody has asked for is known last.
    for property in properties where property.isRead && property.role == .unknown {
      code.line(readingCode(of: property))
    }
    if refusesUnknownMembers { code.line("try reader.refuseUnknownMembers()") }
  }

  func writeWriting(_ code: inout CodeLines) {
    code.line("try writer.beginObject()")
    let writesUnknownLast = properties.contains { $0.role == .flattened }
    for property in properties where !writesUnknownLast || property.role != .unknown {
      code.line(writingCode(of: property))
    }
    // Beside members of other types, what is not known is what they have not written.
    for property in properties where writesUnknownLast && property.role == .unknown {
      code.line(writingCode(of: property))
    }
    code.line("try writer.endObject()")
  }

  private func readingCode(of property: Property) -> String {
    let storage = property.storage
    switch property.role {
    case .member(let name):
      let arguments = name.code + name.alsoCode + property.formatCode
      // Libraries of wrappers overload this call.
      let decoding =
        property.isWrapped && property.format == nil
        ? ", by: { try $0.decode($1, forKey: $2) }" : ""
      return property.hasDefault
        ? "try reader.value(\(arguments), into: &\(storage)\(decoding))"
        : "\(storage) = try reader.value(\(arguments)\(decoding))"
    case .flattened:
      let names = properties.filter(\.isRead).flatMap { $0.role.names(includingOthers: true) }
      let others = properties.filter {
        $0.role == .flattened && $0.isRead && $0.storage != storage
      }
      let arguments = [MemberName.listCode("beside: ", names), othersCode(others)]
      return "\(storage) = try reader.read(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    case .unknown where property.isExtraFields:
      return "\(storage) = RushJSONCore.ExtraFields(wrappedValue: reader.unknownMembers())"
    case .unknown: return "\(storage) = reader.unknownMembers()"
    }
  }

  /// The argument that tells the names of other flattened properties, whose types are not spelled.
  private func othersCode(_ others: [Property]) -> String? {
    if others.isEmpty { return nil }
    let statements = others.map { other in
      "$0.addNames(of: { ($0 as \(typeName)).\(other.storage.dropFirst("self.".count)) }, to: &$1)"
    }
    return "and: { \(statements.joined(separator: "; ")) }"
  }

  private func writingCode(of property: Property) -> String {
    let storage = property.storage
    if case .member(let name) = property.role {
      return "try writer.member(\(name.code), \(storage)\(property.formatCode))"
    }
    let value = storage + (property.isExtraFields ? ".wrappedValue" : "")
    let names = properties.flatMap { $0.role.names(includingOthers: false) }
    let arguments = ["of: \(value)", MemberName.listCode("beside: ", names)]
    return "try writer.members(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }
}

extension ObjectModel.Property {
  fileprivate var formatCode: String { format.map { ", format: \($0)" } ?? "" }
}

extension ObjectModel.Role {
  fileprivate func names(includingOthers: Bool) -> [String] {
    guard case .member(let name) = self else { return [] }
    return [name.name] + (includingOthers ? name.others : [])
  }
}
