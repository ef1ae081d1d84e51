/// Walks over tokens: brackets, types and expressions are steps.
///
/// ```
/// var a: [String: Int]? = f { $0 }   { didSet { … } }
///       ╰─── type ────╯  ╰ expression ╯╰─ accessors ─╯
/// ```
struct TokenCursor {
  let source: SourceText
  private(set) var index = 0

  init(_ source: SourceText) { self.source = source }

  var token: SourceToken { source.tokens[index] }
  var isAtEnd: Bool { token.kind == .end }

  /// A token after the current one; the end if there are not as many.
  func peek(_ count: Int) -> SourceToken {
    source.tokens[min(index + count, source.tokens.count - 1)]
  }

  mutating func advance() {
    if index < source.tokens.count - 1 { index += 1 }
  }

  mutating func move(to index: Int) { self.index = min(index, source.tokens.count - 1) }

  /// Goes past a mark if it is the current token.
  mutating func take(_ mark: String) -> Bool {
    guard token.isMark(mark) else { return false }
    advance()
    return true
  }

  mutating func takeWord(_ word: String) -> Bool {
    guard token.isWord(word) else { return false }
    advance()
    return true
  }

  /// Goes from a bracket past the one that closes it.
  mutating func skipBrackets() {
    var open = 0
    repeat {
      if token.kind == .mark {
        switch token.text {
        case "(", "[", "{": open += 1
        case ")", "]", "}": open -= 1
        default: break
        }
      }
      advance()
    } while open > 0 && !isAtEnd
  }

  /// Goes past `->`. The current token is its first byte.
  private mutating func skipArrow() -> Bool {
    guard token.isMark("-"), peek(1).isMark(">"), peek(1).isJoined else { return false }
    advance()
    advance()
    return true
  }

  // MARK: - Types

  /// Goes past a type.
  mutating func skipType() {
    let start = index
    // Whether the type may end here. A name ends a type, but words like `some` need another after them.
    var isComplete = false
    while !isAtEnd {
      if index > start, token.isFirstInLine, !continuesType { return }
      switch token.kind {
      case .word where ["throws", "async", "rethrows", "reasync"].contains(token.text):
        advance()
        if token.isMark("("), token.isJoined { skipBrackets() }
      case .word:
        if isComplete { return }
        isComplete = !Self.wordsBeforeTypes.contains(token.text)
        advance()
        if !isComplete, token.isMark("("), token.isJoined { skipBrackets() }
      case .mark:
        switch token.text {
        case "(", "[":
          if isComplete { return }
          skipBrackets()
          isComplete = true
        case "<": if !skipGenericArguments() { return }
        case "?", "!": advance()
        case "&", "~", ".":
          advance()
          isComplete = false
        case "@":
          advance()
          advance()
          if token.isMark("("), token.isJoined { skipBrackets() }
        default:
          if !skipArrow() { return }
          isComplete = false
        }
      default: return
      }
    }
  }

  private static let wordsBeforeTypes: Set<String> = [
    "some", "any", "inout", "each", "repeat", "borrowing", "consuming", "sending", "isolated",
    "nonisolated", "__owned", "__shared", "unsafe",
  ]

  /// Whether a token at the beginning of a line continues a type.
  private var continuesType: Bool {
    let last = source.tokens[index - 1]
    if last.kind == .mark, [".", "&", ">", "~"].contains(last.text) {
      // `>` ends an arrow or a list of generic arguments.
      let beforeLast = source.tokens[max(index - 2, 0)]
      if !last.isMark(">") || last.isJoined && beforeLast.isMark("-") { return true }
    }
    if last.kind == .word, Self.wordsBeforeTypes.contains(last.text) { return true }
    switch token.kind {
    case .word: return ["throws", "async", "rethrows"].contains(token.text)
    case .mark: return [".", "&", "-", "?", "!"].contains(token.text)
    default: return false
    }
  }

  /// Goes from `<` past its `>`, if what is between them may be a list of types or of type parameters.
  mutating func skipGenericArguments() -> Bool {
    let start = index
    var open = 0
    repeat {
      switch token.kind {
      case .word, .number: advance()
      case .mark:
        switch token.text {
        case "<":
          open += 1
          advance()
        case ">":
          open -= 1
          advance()
        case "(", "[": skipBrackets()
        case ".", ",", "?", "!", ":", "&", "@", "~", "=": advance()
        default:
          if !skipArrow() {
            index = start
            return false
          }
        }
      default:
        index = start
        return false
      }
    } while open > 0
    return true
  }

  // MARK: - Expressions

  /// Goes past an expression: to a comma, a semicolon, a closing bracket, accessors, or in the members of a
  /// type to a line that begins something else.
  mutating func skipExpression(isMember: Bool) {
    let start = index
    while !isAtEnd {
      let begins = isMember && token.isFirstInLine && index > start && !continuesExpression
      switch token.kind {
      case .end: return
      case .directive where begins:
        guard isConditionalSuffix else { return }
        skipConditionalSuffix()
      case .mark:
        switch token.text {
        case ",", ";", ")", "]", "}": return
        case "{":
          if isMember, isAtAccessors { return }
          skipBrackets()
        case "(", "[", "@":
          if begins { return }
          if token.isMark("@") { advance() } else { skipBrackets() }
        case "<" where token.isJoined:
          let operation = index
          if !skipGenericArguments() || !canFollowGenericArguments {
            move(to: operation)
            advance()
          }
        default: advance()
        }
      default:
        if begins { return }
        advance()
      }
    }
  }

  /// Whether a token at the beginning of a line continues an expression, because of the token itself or
  /// of the one before it.
  private var continuesExpression: Bool {
    if token.kind == .word, ["as", "is", "else", "catch"].contains(token.text) { return true }
    if token.isOperator { return true }
    var last = index - 1
    let previous = source.tokens[last]
    if previous.kind == .word { return needsOperand(last) }
    guard previous.kind == .mark else { return false }
    if [",", ":", "\\"].contains(previous.text) { return true }
    guard previous.isOperator else { return false }
    // An operator that touches only what is before it is a postfix operator, but for `as!` and `try?`.
    while last > 0, source.tokens[last].isOperator, source.tokens[last].isJoined,
      source.tokens[last - 1].isOperator
    { last -= 1 }
    guard source.tokens[last].isJoined, last > 0 else { return true }
    if last == index - 1, previous.isMark(".") { return true }
    return needsOperand(last - 1)
  }

  /// Whether a token is a keyword before an operand, not a name as in `.throw`.
  private func needsOperand(_ index: Int) -> Bool {
    let isMember = index > 0 && source.tokens[index - 1].isMark(".")
    return !isMember && Self.wordsBeforeOperands.contains(source.tokens[index].text)
  }

  private static let wordsBeforeOperands: Set<String> = [
    "try", "await", "unsafe", "consume", "copy", "as", "is", "in", "if", "switch", "else", "return",
    "throw", "any", "some", "each", "repeat", "do", "case", "let", "var",
  ]

  /// The compiler's rule to tell generic arguments from a comparison.
  private var canFollowGenericArguments: Bool {
    if token.isFirstInLine || token.kind == .end { return true }
    guard token.kind == .mark else { return false }
    switch token.text {
    case ")", "]", "}", ",", ";", ":", "=", ".", "{": return true
    case "(", "[", "?", "!", ">": return token.isJoined
    default: return false
    }
  }

  /// Whether the brace here begins accessors or observers, not a closure.
  var isAtAccessors: Bool {
    var cursor = self
    cursor.advance()
    cursor.skipAccessorModifiers()
    guard cursor.token.kind == .word, Self.accessors.contains(cursor.token.text) else {
      return false
    }
    let next = cursor.peek(1)
    return ["{", "("].contains(next.text) || ["async", "throws"].contains(next.text)
  }

  /// Whether the block here has observers, and the property storage.
  var isAtObservers: Bool {
    var cursor = self
    cursor.advance()
    cursor.skipAccessorModifiers()
    return ["willSet", "didSet"].contains(cursor.token.text)
      && ["{", "("].contains(cursor.peek(1).text)
  }

  private mutating func skipAccessorModifiers() {
    while true {
      if take("@") {
        advance()
        if token.isMark("("), token.isJoined { skipBrackets() }
      } else if token.kind == .word,
        ["mutating", "nonmutating", "nonisolated", "borrowing", "consuming", "yielding"]
          .contains(token.text)
      {
        advance()
      } else {
        return
      }
    }
  }

  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "init", "_read", "_modify", "read", "modify", "borrow",
    "mutate", "unsafeAddress", "unsafeMutableAddress",
  ]

  // MARK: - Conditions of compilation

  /// Goes past `#if`, `#elseif` and its condition.
  mutating func skipCondition() {
    advance()
    while !isAtEnd, !token.isFirstInLine { advance() }
  }

  /// Whether `#if` here continues an expression with `.name`, as in a chain of calls.
  private var isConditionalSuffix: Bool {
    guard token.text == "#if" else { return false }
    var cursor = self
    cursor.skipCondition()
    return cursor.token.isMark(".") && cursor.peek(1).kind == .word
  }

  private mutating func skipConditionalSuffix() {
    var open = 0
    repeat {
      if token.kind == .directive, token.text == "#if" { open += 1 }
      if token.kind == .directive, token.text == "#endif" { open -= 1 }
      advance()
    } while open > 0 && !isAtEnd
  }
}
