@testable import RushJSONMacroExpansion

/// What a scan has found, as text: `var a =; let b; weak? …`.
enum ScannedShape {
  /// `var a`, `let b =` with an initial value, `var c?` if it is `nil` from the start, `@W` for wrappers.
  static func properties(of source: String) -> [String] {
    let (declaration, problems) = DeclarationScanner.scan(SourceText(source))
    guard let declaration, problems.isEmpty else {
      return ["problems: \(problems.map(\.message))"]
    }
    return declaration.properties.map { property in
      let attributes = property.attributes.map { "@\($0.name) " }.joined()
      return attributes + (property.isLet ? "let " : "var ") + property.name
        + (property.isOptional ? "?" : "") + (property.hasInitialValue ? " =" : "")
    }
  }

  /// `circle(radius: Double = 1)` as `circle(radius=)`, `none = 1` as `none =`.
  static func cases(of source: String) -> [String] {
    let (declaration, problems) = DeclarationScanner.scan(SourceText(source))
    guard let declaration, problems.isEmpty else {
      return ["problems: \(problems.map(\.message))"]
    }
    return declaration.cases.map { element in
      let payloads = element.payloads.map {
        ($0.label ?? "_") + ($0.defaultValue == nil ? "" : "=")
      }
      return element.name + (payloads.isEmpty ? "" : "(\(payloads.joined(separator: ", ")))")
        + (element.rawValue.map { " = \($0)" } ?? "")
    }
  }
}
