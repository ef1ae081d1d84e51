@testable import RushJSONMacroExpansion

/// An expansion of `@JSONModel` on a source, as the compiler would ask for it.
struct ExpandedModel {
  var member: MacroExpansion
  var `extension`: MacroExpansion

  /// - Parameters:
  ///   - source: The declaration, which begins with the attribute.
  ///   - conformances: What the compiler sends; `nil` as a tool would.
  ///   - context: The declarations around it, the innermost first.
  ///   - line: The line where it begins, or 0 as for source that is in no file.
  init(_ source: String, conformances: String? = nil, context: [String] = [], line: Int = 0) {
    let attribute = DeclarationScanner.attribute(in: SourceText(source)).range
    func expand(_ role: String) -> MacroExpansion {
      MacroExpander.expand(
        MacroRequest(
          macro: "JSONModel", role: role,
          attribute: SentSource(
            text: SourceText(source).text(attribute), fileName: "F.swift",
            offset: attribute.lowerBound),
          declaration: SentSource(text: source, fileName: "F.swift", offset: 0, line: line),
          conformances: conformances, context: context)) ?? MacroExpansion()
    }
    member = expand("member")
    `extension` = expand("extension")
  }
}
