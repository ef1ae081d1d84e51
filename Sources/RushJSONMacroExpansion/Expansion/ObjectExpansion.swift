// `init(from:)` and `write(to:)` of structs and classes.

extension ObjectModel {
  /// The statements that read the properties, in the order of their declarations.
  func writeReading(_ refusesUnknownMembers: Bool, _ code: inout CodeLines) {
    let isNoting = hasUnknown || refusesUnknownMembers
    code.line("try reader.beginObject(\(isNoting ? "noting: true" : ""))")
    for property in properties where property.isRead && property.role != .unknown {
      code.line(property.readingCode)
    }
    // What nobody has asked for is known last.
    for property in properties where property.isRead && property.role == .unknown {
      code.line(property.readingCode)
    }
    if refusesUnknownMembers { code.line("try reader.refuseUnknownMembers()") }
  }

  func writeWriting(_ code: inout CodeLines) {
    code.line("try writer.beginObject()")
    for property in properties { code.line(property.writingCode) }
    code.line("try writer.endObject()")
  }
}

extension ObjectModel.Property {
  fileprivate var formatCode: String { format.map { ", format: \($0)" } ?? "" }

  fileprivate var readingCode: String {
    switch role {
    case .member(let name):
      let arguments = name.code + name.alsoCode + formatCode
      return hasDefault
        ? "try reader.value(\(arguments), into: &\(storage))"
        : "\(storage) = try reader.value(\(arguments))"
    case .flattened: return "\(storage) = try reader.read()"
    case .unknown where isExtraFields:
      return "\(storage) = RushJSONCore.ExtraFields(wrappedValue: reader.unknownMembers())"
    case .unknown: return "\(storage) = reader.unknownMembers()"
    }
  }

  fileprivate var writingCode: String {
    switch role {
    case .member(let name): "try writer.member(\(name.code), \(storage)\(formatCode))"
    case .flattened: "try writer.members(of: \(storage))"
    case .unknown: "try writer.members(of: \(storage)\(isExtraFields ? ".wrappedValue" : ""))"
    }
  }
}
