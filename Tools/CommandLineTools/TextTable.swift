/// Rows of text in aligned columns.
package struct TextTable {
  package enum Alignment {
    case left, right
  }

  /// Adjacent columns under one heading.
  package struct Group {
    var title: String
    /// The number of columns.
    var span: Int

    package init(title: String, span: Int) {
      self.title = title
      self.span = span
    }
  }

  package var groups: [Group] = []
  package var titles: [String] = []
  package var rows: [[String]]
  /// Columns without an entry are aligned left.
  package var alignments: [Alignment] = []

  private static let gap = "  "

  package init(
    groups: [Group] = [], titles: [String] = [], rows: [[String]], alignments: [Alignment] = []
  ) {
    self.groups = groups
    self.titles = titles
    self.rows = rows
    self.alignments = alignments
  }

  /// The lines, without line breaks and trailing spaces. A rule follows the titles, if there are
  /// any.
  package var lines: [String] {
    let widths = columnWidths
    var lines: [String] = []
    if !groups.isEmpty { lines.append(groupLine(widths)) }
    if !titles.isEmpty {
      lines.append(line(titles, widths))
      let width = widths.reduce(0, +) + Self.gap.count * max(widths.count - 1, 0)
      lines.append(String(repeating: "─", count: width))
    }
    lines += rows.map { line($0, widths) }
    return lines
  }

  private var columnWidths: [Int] {
    let count = ([titles] + rows).map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      ([titles] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    // A heading that is wider than its columns widens the last one.
    for (group, columns) in zip(groups, groupColumns) where !columns.isEmpty {
      let missing = group.title.count - spanWidth(columns, widths)
      if missing > 0 { widths[columns.upperBound - 1] += missing }
    }
    return widths
  }

  private var groupColumns: [Range<Int>] {
    var start = 0
    return groups.map { group in
      defer { start += group.span }
      return start..<start + group.span
    }
  }

  private func spanWidth(_ columns: Range<Int>, _ widths: [Int]) -> Int {
    columns.reduce(0) { $0 + widths[$1] } + Self.gap.count * max(columns.count - 1, 0)
  }

  private func groupLine(_ widths: [Int]) -> String {
    let cells = zip(groups, groupColumns).map { group, columns in
      // A heading over several columns of figures is aligned right, like the figures.
      padded(group.title, to: spanWidth(columns, widths), alignments(columns.lowerBound))
    }
    return trimmed(cells.joined(separator: Self.gap))
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    trimmed(
      cells.indices.map { padded(cells[$0], to: widths[$0], alignments($0)) }
        .joined(separator: Self.gap))
  }

  private func alignments(_ column: Int) -> Alignment {
    column < alignments.count ? alignments[column] : .left
  }

  private func padded(_ text: String, to width: Int, _ alignment: Alignment) -> String {
    let padding = String(repeating: " ", count: max(width - text.count, 0))
    return alignment == .left ? text + padding : padding + text
  }

  private func trimmed(_ line: String) -> String {
    let end = line.lastIndex { $0 != " " }
    return end.map { String(line[...$0]) } ?? ""
  }
}
