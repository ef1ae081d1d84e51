import Foundation

/// Published number texts with their bits, from the project parse-number-fxx-test-data.
///
/// Each line is the number as binary16, binary32 and binary64 in hexadecimal, then the text. The
/// files are not part of this package; they are read from a folder beside it.
enum NumberCorpus {
  struct Line: Sendable {
    let float: UInt32
    let double: UInt64
    let text: String
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "../shared/data/numbers").standardizedFileURL

  static let isPresent = !files.isEmpty

  static let files: [String] = {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  /// The lines of one file, in order, whatever form their texts have.
  static func lines(of file: String) throws -> [Line] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      guard fields.count == 4, let float = UInt32(fields[1], radix: 16),
        let double = UInt64(fields[2], radix: 16)
      else { throw UnreadableLine(file: file, line: String(line)) }
      return Line(float: float, double: double, text: String(fields[3]))
    }
  }

  struct UnreadableLine: Error {
    let file: String
    let line: String
  }

  /// Whether `text` is a number by RFC 8259 §6, written independently of the library.
  static func isJSON(_ text: String) -> Bool {
    var rest = Substring(text)
    func digits() -> Int {
      let run = rest.prefix { $0 >= "0" && $0 <= "9" }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    func takes(_ characters: String) -> Bool {
      guard let next = rest.first, characters.contains(next) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = takes("-")
    if takes("0") {
      if let next = rest.first, next >= "0", next <= "9" { return false }
    } else if digits() == 0 {
      return false
    }
    if takes("."), digits() == 0 { return false }
    if takes("eE") {
      _ = takes("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// The texts of the corpus that are numbers elsewhere but not in JSON: `.5`, `1.e3`.
  /// A reader has to reject each of them.
  static func formsThatJSONForbids() throws -> [String] {
    try files.flatMap { try lines(of: $0) }.map(\.text).filter { !isJSON($0) }
  }
}
