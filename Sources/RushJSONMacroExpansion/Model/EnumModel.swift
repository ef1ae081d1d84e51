/// An enum as JSON: the value of its raw type, an object with a tag, or a name.
struct EnumModel: Sendable {
  struct Payload: Sendable {
    /// The label of the argument, or nothing: `radius: `.
    var label: String
    var name: MemberName
    var defaultValue: String?
    /// The argument of `@Format`, as written, if it applies.
    var format: String?
    /// Whether a missing member has a value: that of an optional, or the default.
    var isOmittable = false
    /// Whether `nil` is written, because a missing member is not read as `nil`, or Codable writes it.
    var writesNil = false
  }

  struct Case: Sendable {
    /// The name in code.
    var name: String
    var tag: MemberName
    var documentation: String
    var payloads: [Payload]
    /// Where the attribute begins whose meaning depends on the types of the payloads.
    var place: Int?

    /// Whether its only value has no label, so that the value itself can be the content.
    var isSingle: Bool { payloads.count == 1 && payloads[0].label.isEmpty }
  }

  /// Whether the raw value is what is read and written.
  let hasRawType: Bool
  private(set) var cases: [Case] = []
  /// The names of the cases of an enum with a raw type, if all of them surely exist.
  private(set) var rawCases: [String] = []
  /// The comments of those cases.
  private(set) var rawDocumentation: [String] = []
  /// The name of the case that keeps values without a known tag.
  private(set) var unknownCase: String?
  private(set) var typeWords: Set<String> = []
  private(set) var problems: [Problem] = []
  private let declaration: Declaration
  private let options: ModelOptions
  /// The type parameters of the type and of those around it.
  private let parameters: Set<String>
  private var seen: Set<String> = []

  init(_ declaration: Declaration, _ options: ModelOptions, parameters: Set<String>) {
    self.declaration = declaration
    self.options = options
    self.parameters = parameters
    hasRawType = Self.hasRawType(declaration)
    if let range = declaration.check {
      problems.append(
        Problem(
          message: "a struct or a class has checks; check the values of cases there", range: range))
    }
    if reportUnknownCaseWithRawType() { return }
    if hasRawType {
      reportMarkersWithRawValues()
      // Code outside of the enum cannot name a case that may not exist.
      let areSure = declaration.cases.allSatisfy { element in
        !element.isConditional && !element.attributes.contains { $0.name == "available" }
      }
      if areSure {
        rawCases = declaration.cases.map(\.name)
        rawDocumentation = declaration.cases.map(\.documentation)
      }
      return
    }
    for element in declaration.cases { add(element) }
    if declaration.cases.isEmpty {
      problems.append(
        Problem(message: "an enum without cases has no values", range: declaration.nameRange))
    }
    if options.tag == .untagged { reportHiddenCases() }
  }

  /// Without tags, a case is never chosen if one before it fits everything that it does.
  private mutating func reportHiddenCases() {
    for (index, element) in declaration.cases.enumerated() {
      guard let earlier = declaration.cases[..<index].first(where: { $0.covers(element) }) else {
        continue
      }
      problems.append(
        Problem(
          severity: .warning,
          message: """
            '\(element.name.withoutBackticks)' is never chosen, because \
            '\(earlier.name.withoutBackticks)' before it fits the same values
            """,
          range: element.nameRange))
    }
  }

  /// The raw type is the first inherited type, if it is not a protocol. A raw value that is written out, or
  /// the name of a type of the standard library, tells; the generated code does not compile with a raw
  /// type that neither tells.
  static func hasRawType(_ declaration: Declaration) -> Bool {
    if declaration.cases.contains(where: { !$0.payloads.isEmpty }) { return false }
    return namesRawType(declaration)
  }

  private static func namesRawType(_ declaration: Declaration) -> Bool {
    if declaration.cases.contains(where: { $0.rawValue != nil }) { return true }
    guard let first = declaration.inherited.first?.text else { return false }
    let name = first.hasPrefix("Swift.") ? String(first.dropFirst(6)) : first
    return Markers.rawTypes.contains(name)
  }

  private mutating func add(_ element: Declaration.Case) {
    let name = element.name.withoutBackticks
    if element.isConditional {
      problems.append(
        Problem(
          message: """
            @JSONModel cannot tell whether the case '\(name)' exists: it is inside '#if'; move the \
            condition around the whole type
            """,
          range: element.nameRange))
      return
    }
    if let marker = element.attributes.first(where: { $0.name == "Unknown" }) {
      return addUnknown(element, marker)
    }
    var tag = MemberName(name: options.style.name(of: name))
    if let keys = declaration.codingKeys.first(where: { $0.name == "CodingKeys" }) {
      guard let key = keys.name(for: name, options.style) else {
        problems.append(
          Problem(message: "CodingKeys has no case for '\(name)'", range: element.nameRange))
        return
      }
      tag.name = key
    }
    for attribute in element.attributes where Markers.names.contains(attribute.name) {
      if attribute.name != "Name", attribute.name != "Format" {
        report("@\(attribute.name) does not apply to cases", attribute)
      } else if element.isInList {
        report("@\(attribute.name) applies to one case; declare '\(name)' on its own", attribute)
      } else if attribute.name == "Format" {
        checkFormat(attribute, of: element)
      } else if options.tag == .untagged {
        report("a case without a tag has no name in the text", attribute)
      } else if let given = MemberName.read(attribute, &problems) {
        if !given.outer.isEmpty { report("a case has no pointer; write @Name(\"…\")", attribute) }
        tag = given
      }
    }
    for each in [tag.name] + tag.others where !seen.insert(each).inserted {
      problems.append(
        Problem(
          message: "another case has the tag \(StringLiteral.literal(of: each)), too",
          range: element.attributes.first { $0.name == "Name" }?.range ?? element.nameRange))
    }
    if options.tag == .value, let payload = element.payloads.first {
      problems.append(
        Problem(
          message: "with '.value', a case has no values unless it is marked '@Unknown'",
          range: payload.range))
    }
    let format = element.attributes.first { $0.name == "Format" }
    var part: Declaration.Case.Payload?
    if case .internal = options.tag { part = element.singlePayload }
    if let part { checkPart(part) }
    cases.append(
      Case(
        name: element.name, tag: tag, documentation: element.documentation,
        payloads: payloads(of: element),
        place: format?.range.lowerBound ?? part?.range.lowerBound
          ?? element.nameRange.lowerBound))
  }

  private mutating func checkFormat(
    _ format: Declaration.Attribute, of element: Declaration.Case
  ) {
    guard let text = format.arguments?.first?.text else { return }
    if case .internal = options.tag, element.singlePayload != nil {
      return report("a value beside an internal tag is an object, which has no format", format)
    }
    let refusals = element.payloads.map { WrittenType($0.type).refusal(of: text) }
    if refusals.contains(nil) { return }
    report(refusals.first?.flatMap(\.self) ?? "@Format applies to cases with values", format)
  }

  /// The members of a value beside an internal tag are among those of the object with the tag.
  private mutating func checkPart(_ payload: Declaration.Case.Payload) {
    let type = WrittenType(payload.type)
    if type.isNoObject {
      problems.append(
        Problem(
          message: """
            a value without a label beside an internal tag needs a type whose values are objects, not \
            '\(payload.type)'
            """,
          range: payload.range))
    } else if type.isOmittable, let value = payload.defaultValue, value != "nil",
      !value.hasSuffix(".missing")
    {
      problems.append(
        Problem(
          message: """
            an optional value beside an internal tag cannot have a default, because 'nil' is written as no \
            members, which are read as the default
            """,
          range: payload.range))
    }
  }

  /// Adds the case that keeps values without a known tag.
  private mutating func addUnknown(
    _ element: Declaration.Case, _ marker: Declaration.Attribute
  ) {
    let name = element.name.withoutBackticks
    if element.isInList {
      return report("@Unknown applies to one case; declare '\(name)' on its own", marker)
    }
    if unknownCase != nil { return report("only one case can keep unknown values", marker) }
    if options.tag == .untagged {
      return report(
        "without tags, the last case that fits everything keeps the rest, so none is '@Unknown'",
        marker)
    }
    for attribute in element.attributes
    where attribute.name != "Unknown" && Markers.names.contains(attribute.name) {
      report("@\(attribute.name) and @Unknown exclude each other", attribute)
    }
    guard element.payloads.count == 1, element.payloads[0].label == nil else {
      problems.append(
        Problem(
          message: "an unknown case keeps one value without a label: '\(name)(RawJSON)'",
          range: element.nameRange))
      return
    }
    typeWords.formUnion(element.payloads[0].typeWords)
    unknownCase = element.name
  }

  /// The associated values, named as Codable names them: by their labels, else `_0`, `_1` by position.
  private mutating func payloads(of element: Declaration.Case) -> [Payload] {
    let prefix = element.name.withoutBackticks
    let keysName = prefix.prefix(1).uppercased() + prefix.dropFirst() + "CodingKeys"
    let keys = declaration.codingKeys.first { $0.name == keysName }
    let format = element.attributes.first { $0.name == "Format" }?.arguments?.first?.text
    var names: Set<String> = []
    if case .internal(let tag) = options.tag { names.insert(tag) }
    return element.payloads.enumerated().compactMap { position, payload in
      typeWords.formUnion(payload.typeWords)
      var name = payload.label.map { options.style.name(of: $0.withoutBackticks) } ?? "_\(position)"
      if let keys {
        guard let key = keys.name(for: payload.label ?? "_\(position)", options.style) else {
          problems.append(
            Problem(message: "\(keysName) has no case for this value", range: payload.range))
          return nil
        }
        name = key
      }
      if !names.insert(name).inserted {
        problems.append(
          Problem(
            message: "the object has a member \(StringLiteral.literal(of: name)) already",
            range: payload.range))
      }
      let type = WrittenType(payload.type)
      let isFormatted = format.map { type.refusal(of: $0) == nil } ?? false
      return Payload(
        label: payload.label.map { "\($0): " } ?? "", name: MemberName(name: name),
        defaultValue: payload.defaultValue, format: isFormatted ? format : nil,
        isOmittable: type.isOmittable || payload.defaultValue != nil,
        writesNil: payload.defaultValue.map { $0 != "nil" } ?? type.isOne(of: parameters))
    }
  }

  // MARK: - Problems

  private mutating func report(_ message: String, _ attribute: Declaration.Attribute) {
    // An attribute of a list is that of each name in it.
    if problems.contains(where: { $0.range == attribute.range }) { return }
    problems.append(
      Problem(message: message, range: attribute.range)
        .offering("remove '@\(attribute.name)'", attribute.range, ""))
  }

  /// The compiler refuses values of cases beside a raw type, with a message about the generated code, too.
  private mutating func reportUnknownCaseWithRawType() -> Bool {
    guard Self.namesRawType(declaration),
      let marker = declaration.cases.lazy.flatMap(\.attributes).first(where: {
        $0.name == "Unknown"
      })
    else { return false }
    let message = """
      an enum with a raw type cannot keep a value: declare it without one, as '@JSONModel(tag: .value)', or \
      leave the case out and use 'OpenEnum<\(declaration.name)>'
      """
    problems.append(Problem(message: message, range: marker.range))
    return true
  }

  private mutating func reportMarkersWithRawValues() {
    for attribute in declaration.cases.flatMap(\.attributes)
    where Markers.names.contains(attribute.name) {
      report(
        "the raw value is what is written; change it in place of @\(attribute.name)", attribute)
    }
  }
}

extension Declaration.Case {
  /// The only value, if it has no label.
  fileprivate var singlePayload: Payload? {
    payloads.count == 1 && payloads[0].label == nil ? payloads[0] : nil
  }
}

extension Declaration.Case {
  /// The type of the only value, if it has no label and no format.
  private var plainType: WrittenType? {
    guard payloads.count == 1, payloads[0].label == nil,
      !attributes.contains(where: { $0.name == "Format" })
    else { return nil }
    return WrittenType(payloads[0].type)
  }

  /// Whether an untagged case surely fits every value that `other` fits.
  fileprivate func covers(_ other: Declaration.Case) -> Bool {
    if other.payloads.isEmpty { return payloads.isEmpty || plainType?.isOmittable == true }
    guard let own = plainType, let others = other.plainType, !others.isOmittable || own.isOmittable
    else { return false }
    return own.value == "RawJSON" || own.value == others.value
      || Self.covered[own.value]?.contains(others.value) == true
  }

  private static let small: Set<String> = [
    "Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32",
  ]
  private static let integers = small.union(["Int", "Int64", "UInt", "UInt64"])
  private static let numbers = integers.union(["Double", "Float", "Decimal", "JSONNumber"])
  private static let covered: [String: Set<String>] = [
    "Double": numbers.subtracting(["Decimal", "JSONNumber"]), "Decimal": integers,
    "JSONNumber": numbers, "Int": small.union(["Int64"]), "Int64": small.union(["Int"]),
    "String": ["URL", "UUID", "Character", "Substring"],
  ]
}
