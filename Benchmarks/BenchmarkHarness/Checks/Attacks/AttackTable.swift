import Foundation

/// The table of attacks in `Docs/Hostile.md`, one line for each attack.
enum AttackTable {
  private static let file = "Docs/Hostile.md"
  private static let begin = "<!-- The table is written by jsonbench check attacks --write. -->\n"
  private static let end = "<!-- The end of the table. -->\n"

  static func cost(_ result: AttackResult) -> String {
    result.cost.map { $0 < 0.01 ? "0.00×" : Figures.fixed($0, decimals: 2) + "×" } ?? "–"
  }

  static func perRecord(_ result: AttackResult) -> String {
    result.perRecord.map { Figures.fixed($0, decimals: 0) } ?? ""
  }

  static func memory(_ result: AttackResult) -> String {
    if result.peak < 0 { return "–" }
    if result.peak < Allowance.freeMemory { return Figures.size(result.peak) }
    return Figures.fixed(result.memory, decimals: 1) + "×"
  }

  /// Writes the lines of these attacks into the table of the documentation. Those of others stay.
  static func write(_ results: [(Attack, [AttackResult])]) throws(UsageError) {
    var (url, text, place) = try document()
    let table = merged(rows(text[place]), with: lines(results), order: Attack.all.map(\.name))
    text.replaceSubrange(place, with: table.map { $0 + "\n" }.joined())
    try Output.file(url.path).write(text)
  }

  static func lines(_ results: [(Attack, [AttackResult])]) -> [String] {
    [
      "| Attack | Input | Largest cost | Most memory | Stopped by |",
      "| --- | --- | --- | --- | --- |",
    ]
      + results.map { attack, results in
        let open = results.filter { !$0.isStopped }
        let dearest = open.max { ($0.cost ?? 0) < ($1.cost ?? 0) }
        let largest = open.max { ($0.memory, $0.peak) < ($1.memory, $1.peak) }
        let limits = Set(results.filter(\.isStopped).map(\.outcome)).sorted()
        return
          "| \(attack.name) | \(attack.summary.replacingOccurrences(of: "|", with: "\\|")) | "
          + (dearest.map { "\(cost($0)) \($0.name)" + records($0) } ?? "–") + " | "
          + (largest.map { "\(memory($0)) \($0.name)" } ?? "–") + " | "
          + limits.map { "`\($0)`" }.joined(separator: ", ") + " |"
      }
  }

  /// The instructions for a record, where they count instead of the cost of a byte.
  private static func records(_ result: AttackResult) -> String {
    guard (result.cost ?? 0) > Allowance.usualCost, result.perRecord != nil else { return "" }
    return " (\(perRecord(result)) for a record)"
  }

  /// The titles and a line for each attack that `new` or `old` has, in this order of names.
  static func merged(_ old: [String], with new: [String], order: [String]) -> [String] {
    let known = Dictionary(
      (old.dropFirst(2) + new.dropFirst(2)).map { (name(of: $0), $0) }, uniquingKeysWith: { $1 })
    return Array(new.prefix(2)) + order.compactMap { known[$0] }
  }

  private static func name(of line: some StringProtocol) -> String {
    String(line.dropFirst(2).prefix { $0 != "|" }.dropLast())
  }

  /// The attacks of which the documentation says nothing, and the lines without an attack.
  static func missing(from attacks: [Attack]) throws(UsageError) -> [String] {
    let names = try documentedNames()
    let known = attacks.map(\.name)
    return known.filter { !names.contains($0) }.map { "\($0) is not in \(file)" }
      + names.filter { !known.contains($0) }.map { "\($0) is only in \(file)" }
  }

  static func documentedNames() throws(UsageError) -> [String] {
    let (_, text, place) = try document()
    return rows(text[place]).dropFirst(2).map(name)
  }

  private static func rows(_ table: Substring) -> [String] {
    table.split(separator: "\n").map(String.init)
  }

  /// The document, and the place of the table in it.
  private static func document() throws(UsageError) -> (URL, text: String, Range<String.Index>) {
    guard let url = PackageFiles.find(file) else { throw UsageError("there is no \(file)") }
    let text = try attempt("cannot read \(file)") { try String(contentsOf: url, encoding: .utf8) }
    guard let begin = text.range(of: begin), let end = text.range(of: end) else {
      throw UsageError("\(file) has no place for the table")
    }
    return (url, text, begin.upperBound..<end.lowerBound)
  }
}
