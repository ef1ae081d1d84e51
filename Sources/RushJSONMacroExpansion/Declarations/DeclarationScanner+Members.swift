// The members of a type: which of them are stored properties and cases, and where the others end.

extension DeclarationScanner {
  /// Reads from after the opening brace to the closing one.
  mutating func readMembers() {
    while !cursor.isAtEnd, !cursor.token.isMark("}") {
      let start = cursor.index
      readMember()
      // Whatever the member was, the scanner continues.
      if cursor.index == start { cursor.advance() }
    }
  }

  private mutating func readMember() {
    if cursor.take(";") { return }
    if cursor.token.kind == .directive { return readDirective() }
    let prefix = readAttributesAndModifiers()
    guard cursor.token.kind == .word else {
      if cursor.token.kind == .directive { return readDirective() }
      return reportUnknownMember()
    }
    switch cursor.token.text {
    case "var", "let": readProperties(prefix)
    case "case": readCases(prefix)
    case "init":
      if !prefix.modifiers.contains(where: { $0.name == "convenience" }) {
        declaration.hasInitializer = true
      }
      rejectMarkers(prefix)
      if takes("from", "Decoder", at: 1) { declaration.codableInitializer = cursor.token.range }
      skipFunction()
    case "func" where cursor.peek(1).isWord("encode"):
      rejectMarkers(prefix)
      if takes("to", "Encoder", at: 2) { declaration.codableMethod = cursor.peek(1).range }
      skipFunction()
    case "func", "deinit", "subscript", "macro":
      rejectMarkers(prefix)
      if prefix.modifiers.contains(where: { $0.name == "static" }), takesChecks {
        declaration.check = cursor.peek(1).range
      }
      skipFunction()
    case "typealias", "associatedtype":
      declaration.nestedTypes.insert(cursor.peek(1).text)
      skipAlias()
    case "enum" where cursor.peek(1).text.hasSuffix("CodingKeys"): readCodingKeys()
    case "struct", "class", "enum", "actor", "protocol", "extension":
      declaration.nestedTypes.insert(cursor.peek(1).text)
      skipType()
    default: reportUnknownMember()
    }
  }

  /// Whether a function takes one argument with this label and type: `(label name: any Swift.Type)`.
  private func takes(_ label: String, _ type: String, at index: Int) -> Bool {
    guard cursor.peek(index).isMark("("), cursor.peek(index + 1).isWord(label) else { return false }
    var index = index + 2
    if cursor.peek(index).kind == .word { index += 1 }
    guard cursor.peek(index).isMark(":") else { return false }
    index += 1
    if cursor.peek(index).isWord("any") { index += 1 }
    if cursor.peek(index).isWord("Swift") { index += 2 }
    return cursor.peek(index).isWord(type) && cursor.peek(index + 1).isMark(")")
  }

  /// Whether a function is `check(_ checks: inout JSONChecks<Self>)`.
  private var takesChecks: Bool {
    guard cursor.peek(1).isWord("check"), cursor.peek(2).isMark("(") else { return false }
    var index = 3
    while cursor.peek(index).kind != .end, !cursor.peek(index).isMark(")") {
      if cursor.peek(index).isWord("JSONChecks") { return true }
      index += 1
    }
    return false
  }

  private mutating func reportUnknownMember() {
    problems.append(
      Problem(
        message: "@JSONModel cannot read this member; move it to an extension",
        range: cursor.token.range))
    repeat { cursor.advance() } while !cursor.isAtEnd && !(cursor.token.isFirstInLine && isAtMember)
  }

  /// The attributes of this package say nothing about functions.
  private mutating func rejectMarkers(_ prefix: Prefix) {
    for attribute in prefix.attributes where Markers.names.contains(attribute.name) {
      problems.append(
        Problem(
          message: "@\(attribute.name) applies to stored properties and cases",
          range: attribute.range
        )
        .offering("remove '@\(attribute.name)'", attribute.range, ""))
    }
  }

  // MARK: - What is skipped

  /// Goes past a function and its body, if it has one.
  private mutating func skipFunction() {
    // Only these have a name, which may be an operator.
    let hasName = cursor.token.isWord("func") || cursor.token.isWord("macro")
    cursor.advance()
    if hasName { cursor.advance() }
    while !cursor.isAtEnd {
      if cursor.token.isMark("{") { return cursor.skipBrackets() }
      if cursor.token.isMark("}") || cursor.token.isMark(";") { return }
      if cursor.token.isMark("(") || cursor.token.isMark("[") {
        cursor.skipBrackets()
      } else if cursor.token.isFirstInLine, isAtMember, !isAfterArrow {
        return
      } else {
        cursor.advance()
      }
    }
  }

  /// An attribute after `->` belongs to the type that is returned.
  private var isAfterArrow: Bool { source.tokens[cursor.index - 1].isMark(">") }

  private mutating func skipAlias() {
    cursor.advance()
    cursor.advance()
    if cursor.token.isMark("<") { _ = cursor.skipGenericArguments() }
    if cursor.take(":") { repeat { cursor.skipType() } while cursor.take(",") }
    if cursor.take("=") { cursor.skipType() }
    if cursor.takeWord("where") {
      while !cursor.isAtEnd, !(cursor.token.isFirstInLine && isAtMember),
        !cursor.token.isMark("}"), !cursor.token.isMark(";")
      {
        cursor.advance()
      }
    }
  }

  private mutating func skipType() {
    while !cursor.isAtEnd, !cursor.token.isMark("{") { cursor.advance() }
    cursor.skipBrackets()
  }

  // MARK: - Cases

  mutating func readCases(_ prefix: Prefix) {
    cursor.advance()
    let first = declaration.cases.count
    repeat {
      guard cursor.token.kind == .word else { return reportUnknownMember() }
      var element = Declaration.Case(
        name: source.text(cursor.token.range), nameRange: cursor.token.range,
        attributes: prefix.attributes, documentation: prefix.documentation, payloads: [],
        isInList: false,
        isConditional: conditions > 0 || prefix.hasConditionalMarker)
      cursor.advance()
      if cursor.take("(") { element.payloads = readPayloads() }
      if cursor.take("=") {
        let start = cursor.index
        cursor.skipExpression(isMember: true)
        element.rawValue = source.text(ofTokens: start..<cursor.index)
      }
      declaration.cases.append(element)
    } while cursor.take(",")
    guard declaration.cases.count > first + 1 else { return }
    for index in first..<declaration.cases.count { declaration.cases[index].isInList = true }
  }

  /// Reads `label: Type = default, Type` to after the closing parenthesis.
  private mutating func readPayloads() -> [Declaration.Case.Payload] {
    var payloads: [Declaration.Case.Payload] = []
    while !cursor.isAtEnd, !cursor.token.isMark(")") {
      let start = cursor.index
      var label: String?
      if cursor.token.kind == .word, cursor.peek(1).isMark(":") {
        label = cursor.token.isWord("_") ? nil : cursor.token.text
        cursor.advance()
        cursor.advance()
      } else if cursor.token.isWord("_"), cursor.peek(2).isMark(":") {
        // `_ name: Type`: the name is of no use to anyone.
        for _ in 0..<3 { cursor.advance() }
      }
      let type = cursor.index
      cursor.skipType()
      var payload = Declaration.Case.Payload(
        label: label, range: source.range(ofTokens: start..<cursor.index),
        type: source.text(ofTokens: type..<cursor.index),
        typeWords: words(in: type..<cursor.index))
      if cursor.take("=") {
        let start = cursor.index
        cursor.skipExpression(isMember: false)
        payload.defaultValue = source.text(ofTokens: start..<cursor.index)
      }
      payloads.append(payload)
      if !cursor.take(","), !cursor.token.isMark(")") { cursor.advance() }
    }
    _ = cursor.take(")")
    return payloads
  }

  /// Whether tokens are an optional type in its short form, which gives a `var` the initial value `nil`.
  func isOptional(_ tokens: Range<Int>) -> Bool {
    guard let last = tokens.last else { return false }
    guard source.tokens[last].isMark("?") || source.tokens[last].isMark("!") else { return false }
    // In `(A) -> B?` only the result is optional.
    var open = 0
    for token in source.tokens[tokens] where token.kind == .mark {
      switch token.text {
      // The `-` of an arrow makes up for its `>`.
      case "-" where open == 0: return false
      case "(", "[", "<", "-": open += 1
      case ")", "]", ">": open -= 1
      default: break
      }
    }
    return true
  }

  // MARK: - Coding keys

  /// Reads `enum CodingKeys: String, CodingKey { … }`, whose names the expansion uses as Codable does.
  private mutating func readCodingKeys() {
    let start = cursor.index
    skipType()
    let range = source.range(ofTokens: start..<cursor.index)
    var scanner = DeclarationScanner(source)
    scanner.cursor.move(to: start)
    scanner.conditions = conditions
    guard scanner.readHead() else { return }
    scanner.readMembers()
    if conditions > 0 {
      problems.append(
        Problem(message: "@JSONModel cannot use coding keys inside '#if'", range: range))
    }
    declaration.codingKeys.append(
      Declaration.CodingKeys(name: scanner.declaration.name, cases: scanner.declaration.cases))
  }
}
