/// The colours of a picture.
enum SVGTheme: String, CaseIterable {
  /// Those of the reader's system.
  case automatic
  case light, dark

  var style: String {
    let rules =
      switch self {
      case .automatic:
        Self.lightRules + "\n@media (prefers-color-scheme: dark) {\n\(Self.darkRules)\n}"
      case .light: Self.lightRules
      case .dark: Self.lightRules + "\n" + Self.darkRules
      }
    return """
      <style>
      text { font: 13px system-ui, "DejaVu Sans", sans-serif }
      .title { font-size: 17px; font-weight: 600 }
      .small { font-size: 11.5px; font-weight: 400 }
      .figure { font-size: 11.5px }
      .error { fill: none }
      \(rules)
      </style>
      """
  }

  private static let lightRules = """
    .paper { fill: #ffffff } text { fill: #22262b } .small { fill: #6b727b }
    .axis { stroke: #c9ced4 } .tick { stroke: #e6e9ed } .error { stroke: #22262b }
    """

  private static let darkRules = """
    .paper { fill: #16181b } text { fill: #e6e8eb } .small { fill: #9aa1aa }
    .axis { stroke: #444a52 } .tick { stroke: #2a2e34 } .error { stroke: #e6e8eb }
    """
}
