// Properties: `var` and `let` with one or more patterns. The stored ones are kept.

extension DeclarationScanner {
  /// Reads `var a = 1, b: Int { didSet { … } }, (c, d): (Int, Int)`.
  mutating func readProperties(_ prefix: Prefix) {
    let keyword = cursor.token
    cursor.advance()
    let first = declaration.properties.count
    let isStored = !prefix.modifiers.contains { ["static", "class", "lazy"].contains($0.name) }
    var count = 0
    // Names before the annotation that they share: `var a, b: Int`.
    var unannotated = first
    repeat {
      guard let names = readPattern() else { return reportPattern() }
      count += names.count
      var words: Set<String>?
      var type = ""
      var isOptional = false
      if cursor.take(":") {
        let start = cursor.index
        cursor.skipType()
        words = self.words(in: start..<cursor.index)
        type = source.text(ofTokens: start..<cursor.index)
        isOptional = self.isOptional(start..<cursor.index)
      }
      var initialValue: String?
      if cursor.take("=") {
        let start = cursor.index
        cursor.skipExpression(isMember: true)
        initialValue = source.text(ofTokens: start..<cursor.index)
      }
      let hasStorage = skipAccessors()
      if isStored, hasStorage {
        for name in names where !name.isWord("_") {
          declaration.properties.append(
            Declaration.Property(
              name: source.text(name.range), nameRange: name.range, attributes: prefix.attributes,
              documentation: prefix.documentation,
              isLet: keyword.isWord("let"), keywordRange: keyword.range,
              startOfModifiers: prefix.modifiers.first?.start ?? keyword.range.lowerBound,
              type: "", typeWords: words ?? [], isOptional: isOptional,
              initialValue: initialValue, isInList: false,
              isConditional: conditions > 0 || prefix.hasConditionalMarker,
              access: prefix.access))
        }
      } else {
        rejectMarkersWithoutStorage(prefix)
      }
      if let words {
        for index in unannotated..<declaration.properties.count {
          declaration.properties[index].typeWords.formUnion(words)
          declaration.properties[index].isOptional = isOptional
          if names.count == 1 { declaration.properties[index].type = type }
        }
      }
      if words != nil || initialValue != nil { unannotated = declaration.properties.count }
    } while cursor.take(",")
    guard count > 1 else { return }
    for index in first..<declaration.properties.count {
      declaration.properties[index].isInList = true
    }
  }

  /// The names that a pattern binds, or `nil` if there is no pattern.
  private mutating func readPattern() -> [SourceToken]? {
    if cursor.token.isMark("(") {
      let start = cursor.index
      cursor.skipBrackets()
      let tokens = start..<cursor.index
      // In `(x: a, b)`, `x` is a label.
      return tokens.filter { index in
        let token = source.tokens[index]
        return token.kind == .word && !source.tokens[index + 1].isMark(":")
      }.map { source.tokens[$0] }
    }
    guard cursor.token.kind == .word else { return nil }
    let name = cursor.token
    cursor.advance()
    return [name]
  }

  private mutating func reportPattern() {
    problems.append(
      Problem(
        message: "@JSONModel cannot read this property; declare each property on its own",
        range: cursor.token.range))
    repeat { cursor.advance() } while !cursor.isAtEnd && !(cursor.token.isFirstInLine && isAtMember)
  }

  /// Goes past accessors or observers. Returns whether the property is stored.
  private mutating func skipAccessors() -> Bool {
    guard cursor.token.isMark("{") else { return true }
    let hasStorage = cursor.isAtObservers
    cursor.skipBrackets()
    return hasStorage
  }

  private mutating func rejectMarkersWithoutStorage(_ prefix: Prefix) {
    for attribute in prefix.attributes where Markers.names.contains(attribute.name) {
      problems.append(
        Problem(
          message: """
            @\(attribute.name) applies to stored properties; static, lazy and computed properties are not \
            members of the JSON object
            """,
          range: attribute.range
        )
        .offering("remove '@\(attribute.name)'", attribute.range, ""))
    }
  }
}

extension DeclarationScanner.Prefix {
  /// The modifier that says who may read the declaration, or nothing.
  fileprivate var access: String {
    let names: Set = ["open", "public", "package", "internal", "fileprivate", "private"]
    return modifiers.first { names.contains($0.name) && $0.detail == nil }?.name ?? ""
  }
}
