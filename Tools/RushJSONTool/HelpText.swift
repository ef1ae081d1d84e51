import CommandLineTools

/// Help, as text for a terminal and as a manual page.
enum HelpText {
  static var overview: String {
    let rows = OptionTable.commands.map { ["  rushjson \($0.name)", $0.summary] }
    let lines = table(rows)
    return
      ([
        "rushjson: checks, formats, selects, compares and patches JSON of any size.", "",
      ] + lines + [
        "  rushjson COMMAND --help   all options of a command", "  rushjson --version", "",
        "A file - is standard input, which is also read if no file is named.", "",
      ] + wrapped(OptionTable.exitCodes)).map { $0 + "\n" }.joined()
  }

  static func text(of command: CommandEntry) -> String {
    var lines = ["usage: \(command.usage)", ""]
    for detail in [sentence(command.summary)] + command.details + [command.exitCodeText] {
      lines += wrapped(detail) + [""]
    }
    if !command.options.isEmpty {
      let rows = command.options.map { ["  " + label($0), $0.summary] }
      lines += table(rows) + [""]
    }
    return lines.dropLast().map { $0 + "\n" }.joined()
  }

  static func label(_ option: OptionEntry) -> String {
    [option.name, option.value?.name, option.second?.name].compactMap(\.self).joined(separator: " ")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The width of a terminal that was never made wider.
  private static let width = 80

  /// Two columns. The second has lines of its own.
  private static func table(_ rows: [[String]]) -> [String] {
    let indentation = 2 + (rows.map(\.[0].count).max() ?? 0)
    return rows.flatMap { row in
      wrapped(row[1], to: width - indentation).enumerated().map { number, line in
        let first = number == 0 ? row[0] : ""
        return first + String(repeating: " ", count: indentation - first.count) + line
      }
    }
  }

  private static func wrapped(_ text: String, to width: Int = width) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if let last = lines.last, !last.isEmpty, last.count + word.count >= width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  // MARK: - The manual page

  /// In the macros of man(7).
  static func manual(version: String) -> String {
    var lines = [
      ".TH RUSHJSON 1 \"\" \"rushjson \(version)\" \"User Commands\"", ".SH NAME",
      "rushjson \\- check, format, select, compare and patch JSON of any size", ".SH SYNOPSIS",
    ]
    for command in OptionTable.commands { lines += [".B \(roff(command.usage))", ".br"] }
    lines += [
      ".SH DESCRIPTION", "A file \\- is standard input, which is also read if no file is named.",
      ".SH COMMANDS",
    ]
    for command in OptionTable.commands {
      lines += [".SS \(roff(command.usage))", roff(sentence(command.summary))]
      for detail in command.details + [command.exitCodeText] { lines += [".PP", roff(detail)] }
      for option in command.options {
        lines += [".TP", ".B \(roff(label(option)))", roff(option.summary)]
      }
    }
    lines += [".SH EXIT STATUS", roff(OptionTable.exitCodes)]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func roff(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    // A line that begins with one of these would be a request.
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
