/// The instructions of one value of each kind that models have, through the readers and coders: no kind may cost much
/// more than its neighbour, and none be close to Foundation without a reason.
struct CliffCheck {
  let rows: [CliffRow]

  /// The most instructions for one of the neighbour.
  static let neighbourLimit = 2.0
  /// The fewest of Foundation's instructions for one of ours.
  static let foundationLimit = 5.0

  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "cliffs")
    defer { counter.removeFiles() }
    let (count, failed) = try rows.tabulated(
      [
        "value", "document", "tree", "events", "decode", "× Foundation", "encode", "× Foundation",
        "",
      ],
      [.left, .right, .right, .right, .right, .right, .right, .right, .left]
    ) { row throws(UsageError) in
      let (counts, columns) = try counter.count(.cliffRow, [row.name], [[CliffColumn]].self)
      guard counts.count == columns.reduce(0, { $0 + $1.count }) else {
        throw UsageError("\(row.name) was not counted")
      }
      var rest = counts[...]
      return columns.map { columns in
        defer { rest = rest.dropFirst(columns.count) }
        return Dictionary(zip(columns, rest)) { first, _ in first }
      }
    } lines: { row, counts in
      Self.lines(row, counts)
    }
    let verdict = failed.isEmpty ? "no cliff" : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write(
      "\n\(count) kinds of values, instructions for one; \(verdict)\n")
    return failed.isEmpty
  }

  static func lines(
    _ row: CliffRow, _ counts: [[CliffColumn: Int]]
  ) -> [(cells: [String], failure: String?)] {
    let counted = Dictionary(
      zip(row.values.map(\.name), counts), uniquingKeysWith: { first, _ in first })
    return zip(row.values, counts).map { value, counts in
      func each(_ column: CliffColumn) -> Double? {
        counts[column].map { Double($0) / Double(value.count) }
      }
      func ratio(_ foundation: CliffColumn, _ ours: CliffColumn) -> Double? {
        guard let foundation = counts[foundation], let ours = counts[ours] else { return nil }
        return Double(foundation) / Double(max(1, ours))
      }
      let neighbour = value.neighbour.flatMap { name in
        counted[name].map { counts in
          (name, row.values.first { $0.name == name }?.count ?? 1, counts)
        }
      }
      let dearer = CliffColumn.allCases.filter { column in
        guard column.isOurs, let (_, count, others) = neighbour, let other = others[column],
          let own = each(column)
        else { return false }
        return own > neighbourLimit * Double(other) / Double(count)
      }
      let (decode, encode) = (ratio(.foundationDecode, .decode), ratio(.foundationEncode, .encode))
      let isClose = [decode, encode].contains { $0.map { $0 < foundationLimit } ?? false }
      let isGood = value.reason != nil || dearer.isEmpty && !isClose
      var remarks = dearer.map { "\($0.rawValue) TWICE ITS NEIGHBOUR" }
      if isClose { remarks.append("CLOSE TO FOUNDATION") }
      if let reason = value.reason { remarks = [reason] }
      func cell(_ number: Double?, _ decimals: Int) -> String {
        number.map { Figures.fixed($0, decimals: decimals) } ?? "–"
      }
      return (
        [value.name]
          + [CliffColumn.document, .tree, .events, .decode].map { cell(each($0), 0) }
          + [cell(decode, 1), cell(each(.encode), 0), cell(encode, 1)]
          + [remarks.joined(separator: "; ")],
        isGood ? nil : value.name
      )
    }
  }
}

/// What is done with the values of a kind.
enum CliffColumn: String, CaseIterable, Codable {
  case document, tree, events, decode, encode, foundationDecode, foundationEncode

  var isOurs: Bool { self != .foundationDecode && self != .foundationEncode }
}
