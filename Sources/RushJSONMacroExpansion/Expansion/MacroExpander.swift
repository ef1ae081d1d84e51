/// Expands the macros of this package.
package enum MacroExpander {
  /// The expansion of an attribute, or `nil` for a macro that this package does not have.
  package static func expand(_ request: MacroRequest) -> MacroExpansion? {
    if request.macro == "JSONModel" { return ModelExpander.expand(request) }
    return Markers.names.contains(request.macro) ? expandMarker(request) : nil
  }

  /// Attributes of properties and cases say something to `@JSONModel`, and expand to nothing.
  private static func expandMarker(_ request: MacroRequest) -> MacroExpansion {
    var expansion = MacroExpansion()
    guard let type = request.context.first, !SourceText(type).hasWord("JSONModel") else {
      return expansion
    }
    let source = SourceText(request.attribute.text)
    let range = DeclarationScanner.attribute(in: source).range
    let problem = Problem(
      severity: .warning,
      message: "@\(request.macro) has no effect, because the type is not a @JSONModel",
      range: range)
    expansion.report([problem], in: request.attribute)
    return expansion
  }
}
