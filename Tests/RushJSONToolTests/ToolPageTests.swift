import Foundation
import Testing

@testable import RushJSONTool

/// `Docs/Tool.md` is true: each command of `rushjson` in its table prints what the page says.
@Suite struct ToolPageTests {
  private struct Page {
    var files: [String: [UInt8]] = [:]
    /// The rows of the table, as cells.
    var rows: [[String]] = []
    /// Commands and what they print.
    var runs: [(command: String, output: String)] = []

    init() throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let text = try String(contentsOf: root.appending(path: "Docs/Tool.md"), encoding: .utf8)
      var block: String?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          block = block == nil ? String(line.dropFirst(3)) : nil
        } else if let block {
          add(String(line), of: block)
        } else if line.hasPrefix("| "), text.contains("## Side by side") {
          let cells = line.replacing("\\|", with: "\u{0}").split(separator: "|").map {
            $0.trimmingCharacters(in: .whitespaces).replacing("\u{0}", with: "|")
          }
          if cells.count == 4 { rows.append(cells) }
        }
      }
    }

    private mutating func add(_ line: String, of block: String) {
      if block == "console" {
        if line.hasPrefix("$ ") {
          runs.append((String(line.dropFirst(2)), ""))
        } else if !runs.isEmpty {
          runs[runs.count - 1].output += line + "\n"
        }
      } else if let name = block.split(separator: " ").dropFirst().first {
        files[String(name), default: []] += Array((line + "\n").utf8)
      }
    }

    /// The commands of the third column, without backquotes.
    var commands: [String] {
      rows.compactMap { $0[2].hasPrefix("`rushjson ") ? String($0[2].dropFirst().dropLast()) : nil }
    }
  }

  /// The words of a command of a shell, some in single quotes.
  private static func words(_ command: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in command {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  @Test func commandsPrintWhatThePageSays() throws {
    let page = try Page()
    #expect(page.files.count == 2)
    for (command, output) in page.runs {
      let words = Self.words(command)
      #expect(words.first == "rushjson")
      let run = try ToolRun(
        words.dropFirst().map { page.files[$0] == nil ? $0 : "%" + $0 }, files: page.files)
      #expect(run.code == 0, "\(command): \(run.errors)")
      #expect(run.output == output, "\(command)")
      #expect(run.errors.isEmpty, "\(command)")
    }
  }

  @Test func tableHasTenTasksAndTheirOutput() throws {
    let page = try Page()
    let both = page.rows.filter { $0[1].hasPrefix("`jq ") && $0[2].hasPrefix("`rushjson ") }
    #expect(both.count >= 10)
    #expect(page.commands == page.runs.map(\.command))
    // Files are named in the table as on the page.
    for command in page.commands {
      #expect(page.files.keys.contains { command.hasSuffix($0) }, "\(command)")
    }
  }
}
