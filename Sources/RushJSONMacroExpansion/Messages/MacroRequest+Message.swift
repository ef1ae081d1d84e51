extension MacroRequest {
  /// The content of `expandAttachedMacro`, or `nil` if something is missing without which there is no macro.
  init?(_ content: MessageJSON) {
    guard let macro = content["macro"]?["typeName"]?.stringValue,
      let attribute = SentSource(content["attributeSyntax"]),
      let declaration = SentSource(content["declSyntax"])
    else { return nil }
    self.init(
      macro: macro, role: content["macroRole"]?.stringValue ?? "", attribute: attribute,
      declaration: declaration,
      extendedType: content["extendedTypeSyntax"]?["source"]?.stringValue?.trimmed,
      // The compiler leaves out an empty list.
      conformances: content["conformanceListSyntax"]?["source"]?.stringValue ?? "",
      context: content["lexicalContext"]?.arrayValue?
        .compactMap { $0["source"]?.stringValue } ?? [])
  }
}

extension SentSource {
  fileprivate init?(_ syntax: MessageJSON?) {
    guard let text = syntax?["source"]?.stringValue else { return nil }
    let location = syntax?["location"]
    self.init(
      text: text, fileName: location?["fileName"]?.stringValue ?? "",
      offset: location?["offset"]?.intValue ?? 0, line: location?["line"]?.intValue ?? 0)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
