// `init(from:)` and `write(to:)` of enums with tags.
//
// ```
// external   {"circle": {"radius": 1}}                       {"square": {"_0": 2}}
// internal   {"type": "circle", "radius": 1}                 {"type": "square", …the members of the value}
// adjacent   {"type": "circle", "content": {"radius": 1}}    {"type": "square", "content": 2}
// value      "circle"
// untagged   {"radius": 1}                                    2
// ```
//
// With a case for unknown values, the reader returns `nil` for these and stays at the whole value.

extension EnumModel {
  /// A switch over the position of the tag among all tags and their other names.
  ///
  /// The last case has a number besides `_`: for an enum whose raw type the scanner could not see, the
  /// position is of another type, and numbers do not compile.
  func writeReading(_ options: ModelOptions, _ code: inout CodeLines) {
    if hasRawType {
      let names = rawCases.map { ".\($0)" }.joined(separator: ", ")
      code.line("self = try reader._rawValue(of: [\(names)])")
      return
    }
    if options.tag == .untagged { return writeFirstCase(options, &code) }
    writeTags(options, &code)
    for (index, element) in cases.enumerated() {
      let isLast = index == cases.count - 1 && unknownCase == nil
      code.line("case \(tags.labels[index])\(isLast ? ", _" : ""):")
      for statement in element.reading(options) { code.line("  " + statement, at: element.place) }
    }
    if let unknownCase {
      code.line("case _:")
      code.line("  self = .\(unknownCase)(try reader.read())")
    }
    code.line("}")
  }

  /// All tags, with their other names, and the positions of those of each case.
  var tags: (all: [String], labels: [String]) {
    var tags: [String] = []
    var labels: [String] = []
    for element in cases {
      let names = [element.tag.name] + element.tag.others
      labels.append(names.indices.map { String(tags.count + $0) }.joined(separator: ", "))
      tags += names.map(StringLiteral.literal(of:))
    }
    return (tags, labels)
  }

  /// The beginning of a switch over the position of the tag.
  func writeTags(_ options: ModelOptions, _ code: inout CodeLines) {
    let list = "[\(tags.all.joined(separator: ", "))], of: Self.self"
    let isRefusing = options.refusesUnknownMembers
    let end = unknownCase == nil ? "" : "IfKnown"
    switch options.tag {
    case .external:
      let refusing = isRefusing ? ", refusing: true" : ""
      code.line("switch try reader._externalTag\(end)(\(list)\(refusing)) {")
    case .internal(let tag), .adjacent(let tag, _):
      let name = StringLiteral.literal(of: tag)
      code.line("switch try reader._internalTag\(end)(\(name), \(list)) {")
    case .value:
      code.line("switch try reader._tag\(end)(\(list)) {")
    case .untagged: break
    }
  }

  private func writeFirstCase(_ options: ModelOptions, _ code: inout CodeLines) {
    code.line("self = try reader._firstCase(of: Self.self, [")
    for element in cases {
      let name = StringLiteral.literal(of: element.name.withoutBackticks)
      code.line("  (\(name), { reader in")
      for statement in element.reading(options) {
        let isValue = statement.hasPrefix("self = ")
        let line = isValue ? "let value: Self = " + statement.dropFirst(7) : statement
        code.line("    " + line, at: element.place)
      }
      code.line("    return value")
      code.line("  }),")
    }
    code.line("])")
  }

  /// Whether the containers of another library's decoder suffice. Cases that are tried are read from a tree, so that values
  /// inside are read once. Only a reader knows the members to refuse beside a value that shares the object.
  func isReadFromContainers(_ options: ModelOptions) -> Bool {
    switch options.tag {
    case .untagged: hasRawType
    case .internal: !options.refusesUnknownMembers || !cases.contains(where: \.isSingle)
    default: true
    }
  }

  /// The statements for the containers of another library's encoder. There the last of equal names wins, so the value
  /// beside a tag comes first.
  func writeContainers(_ options: ModelOptions, _ code: inout CodeLines) {
    if hasRawType { return code.line("try writer._rawValue(of: self)") }
    writeWriting(options, isForContainers: true, &code)
  }

  func writeWriting(_ options: ModelOptions, _ code: inout CodeLines) {
    writeWriting(options, isForContainers: false, &code)
  }

  private func writeWriting(
    _ options: ModelOptions, isForContainers: Bool, _ code: inout CodeLines
  ) {
    code.line("switch self {")
    for element in cases {
      let values = element.payloads.indices.map { "let v\($0)" }.joined(separator: ", ")
      code.line("case .\(element.name)\(values.isEmpty ? "" : "(\(values))"):")
      if options.tag == .value {
        code.line("  try writer.string(\(StringLiteral.literal(of: element.tag.name)))")
        continue
      }
      if options.tag == .untagged, element.payloads.isEmpty || element.isSingle {
        code.line("  " + element.valueWriting, at: element.place)
        continue
      }
      code.line("  try writer.beginObject()")
      var statements = element.writing(options)
      if isForContainers, case .internal = options.tag, element.isSingle { statements.reverse() }
      for statement in statements { code.line("  " + statement, at: element.place) }
      code.line("  try writer.endObject()")
    }
    if let unknownCase {
      code.line("case .\(unknownCase)(let v0):")
      code.line("  try writer._keptValue(v0)")
    }
    code.line("}")
  }
}

extension EnumModel.Case {
  fileprivate func reading(_ options: ModelOptions) -> [String] {
    let isRefusing = options.refusesUnknownMembers
    func refusing(_ names: String) -> [String] {
      isRefusing ? ["try reader.refuseUnknownMembers(\(names))"] : []
    }
    let object = refusing(namesOfObject(options))
    let end = refusing(NameCode.argument(valueCalls))
    let begin = CodeLines.beginObject
    if options.tag == .untagged, payloads.isEmpty {
      return ["try reader._readNull()", "self = .\(name)"]
    }
    if options.tag == .untagged, isSingle {
      let format = payloads[0].format.map { "format: \($0)" } ?? ""
      return ["self = .\(name)(try reader.read(\(format)))"]
    }
    if payloads.isEmpty {
      // The payload of an external tag is an object of its own.
      let begin = options.tag == .external && isRefusing ? [begin] : []
      return begin + ["self = .\(name)"] + object
    }
    let members = payloads.map { "\($0.label)try reader.value(\($0.name.code)\($0.readingCode))" }
    let parts = "self = .\(name)(\(members.joined(separator: ", ")))"
    switch options.tag {
    case .external, .value, .untagged: return [begin, parts] + end
    case .internal(let tag):
      if !isSingle { return [parts] + object }
      let names = NameCode.argument([NameCode.add(tag)] + options.refusalCalls)
      let reading = payloads[0].defaultValue.map { "_read(default: \($0), " } ?? "read("
      return ["self = .\(name)(try reader.\(reading)\(nameCode), \(names)))"] + object
    case .adjacent(_, let content):
      let key = StringLiteral.literal(of: content)
      if isSingle {
        let code = payloads[0].readingCode
        return ["self = .\(name)(try reader.value(\(key)\(code)))"] + object
      }
      // Without the content, values that may be missing are.
      if payloads.allSatisfy(\.isOmittable) {
        return object + ["if try reader._enterIfPresent(\(key)) { \(begin) }", parts] + end
      }
      return object + ["try reader.enter(\(key))", begin, parts] + end
    }
  }

  /// Writes the only value of an untagged case, or `null`.
  fileprivate var valueWriting: String {
    if payloads.isEmpty { return "try writer._noValue()" }
    guard let format = payloads[0].format else { return "try writer._keptValue(v0)" }
    return "try writer.value(v0, format: \(format))"
  }

  /// What is written between the braces of the object.
  fileprivate func writing(_ options: ModelOptions) -> [String] {
    let members = payloads.enumerated().map {
      $1.writingCode(of: "v\($0)", $1.name.code)
    }
    let object = ["try writer.beginObject()"] + members + ["try writer.endObject()"]
    if options.tag == .untagged { return members }
    switch options.tag {
    case .external, .value, .untagged: return ["try writer.name(\(tag.code))"] + object
    case .internal(let name):
      let names = MemberName.listCode("beside: ", [name]) ?? ""
      return [tagMember(name)]
        + (isSingle ? ["try writer.members(of: v0, \(nameCode), \(names))"] : members)
    case .adjacent(let name, let content):
      let key = MemberName.code(of: content)
      if payloads.isEmpty { return [tagMember(name)] }
      if isSingle {
        return [tagMember(name), payloads[0].writingCode(of: "v0", key)]
      }
      return [tagMember(name), "try writer.name(\(key))"] + object
    }
  }

  private var nameCode: String {
    "as: \(StringLiteral.literal(of: name.withoutBackticks))"
  }

  private func tagMember(_ name: String) -> String {
    "try writer.member(\(MemberName.code(of: name)), \(StringLiteral.literal(of: tag.name)))"
  }
}

extension EnumModel.Case {
  /// The case as a function of its values.
  var constructor: String {
    let labels = payloads.map { $0.label.isEmpty ? "_:" : String($0.label.dropLast()) }
    return "Self.\(name)(\(labels.joined()))"
  }
}

extension EnumModel.Payload {
  var readingCode: String {
    (format.map { ", format: \($0)" } ?? "") + (defaultValue.map { ", default: \($0)" } ?? "")
  }

  fileprivate func writingCode(of value: String, _ name: String) -> String {
    MemberName.writingCode(name, value, format: format, writesNil: writesNil)
  }
}
