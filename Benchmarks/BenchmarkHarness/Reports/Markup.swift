/// Escapes text for XML, HTML and Markdown.
enum Markup {
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML cannot represent these.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// For a cell of a Markdown table.
  static func markdownCell(_ text: String) -> String {
    escaped(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
