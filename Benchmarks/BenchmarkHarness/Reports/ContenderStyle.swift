/// The colour of a contender, which is the same in every chart.
struct ContenderStyle {
  /// For SVG; readable on white and on near-black.
  let svgColor: String
  /// The ANSI code of the foreground colour.
  let terminalColor: Int

  /// - Parameter index: The contender's index, which selects the colour if it has none of its own.
  init(name: String, index: Int) {
    let known: [String: Int] = [
      InProcessContender.rushJSONName: 0, InProcessContender.foundationName: 1, "simdjson": 2,
      "yyjson": 3, "orjson": 4, InProcessContender.rushJSONCodableName: 5,
    ]
    let place = known[name] ?? (known.count + index)
    svgColor = Self.svgColors[place % Self.svgColors.count]
    terminalColor = Self.terminalColors[place % Self.terminalColors.count]
  }

  private static let svgColors = [
    "#e4632e", "#8b929c", "#3f83c5", "#3f9c72", "#8d6cc0", "#c2507f", "#a98a2b",
  ]
  private static let terminalColors = [33, 90, 34, 32, 35, 31, 36]
}
