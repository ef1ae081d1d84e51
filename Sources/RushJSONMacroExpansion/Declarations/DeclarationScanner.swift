/// Reads the declaration of a type: its head, stored properties and cases.
///
/// It reads what decides the stored properties and skips the rest: functions, nested types, computed
/// properties. What it cannot tell apart it reports, and never leaves out in silence.
struct DeclarationScanner {
  var cursor: TokenCursor
  var declaration: Declaration
  var problems: [Problem] = []
  /// How many `#if` are around the current token.
  var conditions = 0

  var source: SourceText { cursor.source }

  /// The declaration in `source`, or `nil` if it is not one of a type.
  static func scan(_ source: SourceText) -> (declaration: Declaration?, problems: [Problem]) {
    if let start = source.problem {
      let problem = Problem(
        message: "cannot find the end of this literal or comment", range: start..<start + 1)
      return (nil, [problem])
    }
    var scanner = DeclarationScanner(source)
    guard scanner.readHead() else { return (nil, scanner.problems) }
    scanner.readMembers()
    return (scanner.declaration, scanner.problems)
  }

  /// The attribute that is the whole of `source`.
  static func attribute(in source: SourceText) -> Declaration.Attribute {
    var scanner = DeclarationScanner(source)
    return scanner.readAttribute()
  }

  /// The attributes before a declaration of any kind.
  static func attributes(in source: SourceText) -> [Declaration.Attribute] {
    var scanner = DeclarationScanner(source)
    return scanner.readAttributesAndModifiers().attributes
  }

  init(_ source: SourceText) {
    cursor = TokenCursor(source)
    declaration = Declaration(
      kind: .struct, name: "", nameRange: 0..<0, attributes: [], modifiers: [])
  }

  // MARK: - Head

  /// Reads up to the brace before the members.
  mutating func readHead() -> Bool {
    let head = readAttributesAndModifiers()
    guard cursor.token.kind == .word, let kind = Declaration.Kind(rawValue: cursor.token.text)
    else {
      return false
    }
    cursor.advance()
    declaration.kind = kind
    declaration.attributes = head.attributes
    declaration.modifiers = head.modifiers
    declaration.documentation = head.documentation
    declaration.name = source.text(cursor.token.range)
    declaration.nameRange = cursor.token.range
    cursor.advance()
    if cursor.token.isMark("<") { readParameters() }
    if cursor.take(":") { readInheritance() }
    if cursor.takeWord("where") { readRequirements() }
    return cursor.take("{")
  }

  private mutating func readParameters() {
    cursor.advance()
    while !cursor.isAtEnd, !cursor.token.isMark(">") {
      _ = readAttributesAndModifiers()
      let isType = !cursor.token.isWord("each") && !cursor.token.isWord("let")
      if !isType { cursor.advance() }
      var parameter = Declaration.Parameter(
        name: source.text(cursor.token.range), constraints: [], isType: isType)
      cursor.advance()
      if cursor.take(":") { parameter.constraints = readTypeWords() }
      declaration.parameters.append(parameter)
      if !cursor.take(",") { break }
    }
    if !cursor.take(">") { cursor.advance() }
  }

  private mutating func readInheritance() {
    repeat {
      let start = cursor.index
      cursor.skipType()
      let range = source.range(ofTokens: start..<cursor.index)
      declaration.inherited.append((source.text(range), range))
    } while cursor.take(",")
  }

  /// Reads `T: A, U.V == B`, and keeps what limits a parameter.
  private mutating func readRequirements() {
    repeat {
      let name = source.text(cursor.token.range)
      let isParameter = cursor.peek(1).isMark(":")
      cursor.skipType()
      if cursor.take(":") {
        let words = readTypeWords()
        for index in declaration.parameters.indices
        where isParameter && declaration.parameters[index].name == name {
          declaration.parameters[index].constraints.formUnion(words)
        }
      } else {
        while cursor.take("=") {}
        cursor.skipType()
      }
    } while cursor.take(",")
  }

  /// Goes past a type, and returns the words in it.
  mutating func readTypeWords() -> Set<String> {
    let start = cursor.index
    cursor.skipType()
    return words(in: start..<cursor.index)
  }

  func words(in tokens: Range<Int>) -> Set<String> {
    Set(source.tokens[tokens].filter { $0.kind == .word }.map { $0.text.withoutBackticks })
  }

  // MARK: - Attributes and modifiers

  struct Prefix {
    var attributes: [Declaration.Attribute] = []
    var modifiers: [Declaration.Modifier] = []
    var documentation = ""
    /// Whether an attribute of this package's is inside `#if`.
    var hasConditionalMarker = false
  }

  /// Words that may precede the keyword of a declaration.
  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "class", "final",
    "lazy", "weak", "unowned", "nonisolated", "override", "required", "convenience", "mutating",
    "nonmutating", "dynamic", "optional", "indirect", "distributed", "borrowing", "consuming",
    "prefix",
    "postfix", "infix", "isolated", "sending", "async", "__consuming",
  ]

  static let keywords: Set<String> = [
    "var", "let", "func", "init", "deinit", "subscript", "typealias", "struct", "class", "enum",
    "actor", "protocol", "extension", "case", "associatedtype", "import", "operator",
    "precedencegroup", "macro",
  ]

  /// Whether the current token can begin a member.
  var isAtMember: Bool {
    switch cursor.token.kind {
    case .word:
      Self.keywords.contains(cursor.token.text) || Self.modifiers.contains(cursor.token.text)
    case .directive: true
    case .mark: cursor.token.isMark("@") || cursor.token.isMark("}")
    default: false
    }
  }

  mutating func readAttributesAndModifiers() -> Prefix {
    var prefix = Prefix()
    prefix.documentation = source.documentation(beforeToken: cursor.index)
    while true {
      if cursor.token.isMark("@") {
        let attribute = readAttribute()
        if conditions > 0, Markers.names.contains(attribute.name) {
          prefix.hasConditionalMarker = true
        }
        prefix.attributes.append(attribute)
      } else if cursor.token.kind == .word, Self.modifiers.contains(cursor.token.text), !isAtClass {
        prefix.modifiers.append(readModifier())
      } else if !prefix.attributes.isEmpty, isAtConditionEnd {
        readDirective()
      } else {
        return prefix
      }
    }
  }

  /// `class` is a modifier before `var`, and else begins a type.
  private var isAtClass: Bool {
    guard cursor.token.isWord("class") else { return false }
    let next = cursor.peek(1)
    return next.kind != .word
      || !Self.keywords.contains(next.text) && !Self.modifiers.contains(next.text)
  }

  private var isAtConditionEnd: Bool {
    cursor.token.kind == .directive && ["#endif", "#else", "#elseif"].contains(cursor.token.text)
  }

  private mutating func readModifier() -> Declaration.Modifier {
    var modifier = Declaration.Modifier(
      name: cursor.token.text, start: cursor.token.range.lowerBound)
    cursor.advance()
    if cursor.token.isMark("(") {
      let start = cursor.index
      cursor.skipBrackets()
      modifier.detail = source.text(ofTokens: start + 1..<max(cursor.index - 1, start + 1))
    }
    return modifier
  }

  private mutating func readAttribute() -> Declaration.Attribute {
    let start = cursor.index
    cursor.advance()
    var name = cursor.token.text
    cursor.advance()
    while true {
      if cursor.token.isMark("."), cursor.peek(1).kind == .word {
        cursor.advance()
        name = cursor.token.text
        cursor.advance()
      } else if cursor.token.isMark("<"), cursor.token.isJoined, cursor.skipGenericArguments() {
        continue
      } else {
        break
      }
    }
    var arguments: [Declaration.Argument]?
    if cursor.token.isMark("("), !cursor.token.isFirstInLine {
      cursor.advance()
      arguments = readArguments()
    }
    return Declaration.Attribute(
      name: name.withoutBackticks, range: source.range(ofTokens: start..<cursor.index),
      arguments: arguments)
  }

  /// Reads arguments from after a parenthesis to after the one that closes it.
  mutating func readArguments() -> [Declaration.Argument] {
    var arguments: [Declaration.Argument] = []
    while !cursor.isAtEnd, !cursor.token.isMark(")") {
      var label: String?
      if cursor.token.kind == .word, cursor.peek(1).isMark(":") {
        label = cursor.token.text.withoutBackticks
        cursor.advance()
        cursor.advance()
      }
      let start = cursor.index
      cursor.skipExpression(isMember: false)
      let range = source.range(ofTokens: start..<cursor.index)
      arguments.append(
        Declaration.Argument(label: label, text: source.text(range), range: range))
      if !cursor.take(","), !cursor.token.isMark(")") { cursor.advance() }
    }
    _ = cursor.take(")")
    return arguments
  }

  // MARK: - Directives

  /// Reads a word that begins with `#` at the place of a member.
  mutating func readDirective() {
    switch cursor.token.text {
    case "#if":
      conditions += 1
      cursor.skipCondition()
    case "#elseif": cursor.skipCondition()
    case "#else": cursor.advance()
    case "#endif":
      conditions -= 1
      cursor.advance()
    default: cursor.skipExpression(isMember: true)
    }
  }
}
