/// The arguments of `@JSONModel`.
struct ModelOptions: Sendable {
  enum Tag: Sendable, Equatable {
    case external
    case `internal`(String)
    case adjacent(String, content: String)
    /// No object: the value is the name of the case.
    case value
    /// The value is that of the first case that fits.
    case untagged
  }

  var style = NameStyle.asDeclared
  var tag = Tag.external
  /// Whether the type says how its cases are tagged.
  var tagRange: Range<Int>?
  var refusesUnknownMembers = false
  var isRead = true
  var isWritten = true
  var hasSchema = false
  /// The range of the argument that refuses a schema.
  var noSchemaRange: Range<Int>?
  /// The range of the argument that asks for a type `Partial`.
  var partialRange: Range<Int>?

  /// Reads the arguments of an attribute. The compiler has checked their types, so a problem is an expression
  /// that is not written out, such as the name of a constant.
  init(_ attribute: Declaration.Attribute, _ problems: inout [Problem]) {
    for argument in attribute.arguments ?? [] {
      if !apply(argument) {
        problems.append(
          Problem(
            message: """
              @JSONModel cannot read this argument; write it as it is listed in the documentation, with \
              literals for strings
              """,
            range: argument.range))
      }
    }
  }

  private mutating func apply(_ argument: Declaration.Argument) -> Bool {
    let source = SourceText(argument.text)
    var cursor = TokenCursor(source)
    // `.snakeCase` or `JSONModelOptions.NameStyle.snakeCase`, then perhaps arguments.
    while cursor.peek(1).kind != .end, !cursor.peek(1).isMark("(") { cursor.advance() }
    let member = cursor.token.text.withoutBackticks
    cursor.advance()
    var strings: [String] = []
    if cursor.take("(") {
      var scanner = DeclarationScanner(source)
      scanner.cursor = cursor
      for argument in scanner.readArguments() {
        guard let value = StringLiteral.value(of: argument.text) else { return false }
        strings.append(value)
      }
    }
    switch (argument.label, member, strings.count) {
    case ("names", _, 0):
      guard let style = NameStyle(rawValue: member) else { return false }
      self.style = style
    case ("tag", "external", 0): (tag, tagRange) = (.external, argument.range)
    case ("tag", "value", 0): (tag, tagRange) = (.value, argument.range)
    case ("tag", "untagged", 0): (tag, tagRange) = (.untagged, argument.range)
    case ("tag", "internal", 1): (tag, tagRange) = (.internal(strings[0]), argument.range)
    case ("tag", "adjacent", 2):
      (tag, tagRange) = (.adjacent(strings[0], content: strings[1]), argument.range)
    case ("unknown", "ignore", 0): refusesUnknownMembers = false
    case ("unknown", "refuse", 0): refusesUnknownMembers = true
    case ("only", "reading", 0): isWritten = false
    case ("only", "writing", 0): isRead = false
    case ("schema", "true", 0): hasSchema = true
    case ("schema", "false", 0): noSchemaRange = argument.range
    case ("partial", "true", 0): partialRange = argument.range
    case ("partial", "false", 0): partialRange = nil
    default: return false
    }
    return true
  }
}
