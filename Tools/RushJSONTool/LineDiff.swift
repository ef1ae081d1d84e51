import RushJSONEditing

/// The unified form of an edit, which `patch -p0` applies:
///
///     --- a.json
///     +++ a.json
///     @@ -1,3 +1,3 @@
///      {
///     -  "a": 1
///     +  "a": 2
///      }
///
/// The replaced ranges say which lines differ, so no lines are searched for. A line ends with a line feed or with the
/// text.
struct LineDiff {
  /// Lines of the old text, and those that take their place.
  private struct Change {
    /// Numbers of lines, from 0.
    var old: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  private let bytes: [UInt8]
  /// The offset of each line, and the end of the text.
  private let starts: [Int]
  private var changes: [Change] = []

  private static let context = 3
  private static let lineFeed = UInt8(ascii: "\n")

  /// - Parameter replacements: Ascending ranges of `bytes`, apart from each other.
  /// - Complexity: O(*n*) in bytes.
  init(_ bytes: [UInt8], _ replacements: [JSONText.Replacement]) {
    self.bytes = bytes
    starts = Self.starts(of: bytes)
    var rest = replacements[...]
    var line = 0
    while let first = rest.first {
      // The lines of this range, and of those that begin on its last line.
      line = self.line(of: first.range.lowerBound, from: line)
      let start = line
      var edits: [JSONText.Replacement] = []
      while let next = rest.first {
        let itsLine = self.line(of: next.range.lowerBound, from: line)
        if itsLine > line, !edits.isEmpty { break }
        line = self.line(of: next.range.upperBound, from: itsLine)
        edits.append(next)
        rest.removeFirst()
      }
      let end = min(line + 1, lineCount)
      add(start..<max(start, end), edits)
    }
  }

  private var lineCount: Int { starts.count - 1 }

  private static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for index in bytes.indices where bytes[index] == lineFeed { starts.append(index + 1) }
    if starts.last != bytes.count { starts.append(bytes.count) }
    return starts
  }

  /// The number of the line with the byte at `offset`, which is not before the line `first`.
  private func line(of offset: Int, from first: Int) -> Int {
    var (low, high) = (first, max(first, lineCount - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Adds the change of these lines, without the lines that both texts have at its ends.
  private mutating func add(_ lines: Range<Int>, _ edits: [JSONText.Replacement]) {
    var text: [UInt8] = []
    var place = starts[lines.lowerBound]
    for edit in edits {
      text += bytes[place..<edit.range.lowerBound]
      text += edit.bytes
      place = edit.range.upperBound
    }
    text += bytes[place..<starts[lines.upperBound]]
    var change = Change(old: lines, new: Self.lines(of: text))
    let first = zip(change.old, change.new).prefix { same($0, $1) }.count
    change.old.removeFirst(first)
    change.new.removeFirst(first)
    let last = zip(change.old.reversed(), change.new.reversed()).prefix { same($0, $1) }.count
    change.old.removeLast(last)
    change.new.removeLast(last)
    if !change.old.isEmpty || !change.new.isEmpty { changes.append(change) }
  }

  private func same(_ number: Int, _ other: ArraySlice<UInt8>) -> Bool { line(number) == other }

  private func line(_ number: Int) -> ArraySlice<UInt8> {
    bytes[starts[number]..<starts[number + 1]]
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let starts = starts(of: text)
    return zip(starts, starts.dropFirst()).map { text[$0..<$1] }
  }

  // MARK: - Output

  /// Writes the difference, or nothing if the texts are equal.
  func write(name: String, to output: Output) throws {
    if changes.isEmpty { return }
    let name = Self.header(name)
    try output.write("--- \(name)\n+++ \(name)\n")
    var rest = changes[...]
    // How many lines the new text has more than the old one so far.
    var shift = 0
    while let first = rest.first {
      var hunk = [first]
      rest.removeFirst()
      while let last = hunk.last, let next = rest.first,
        next.old.lowerBound - last.old.upperBound <= 2 * Self.context
      {
        hunk.append(next)
        rest.removeFirst()
      }
      try write(hunk, shift: &shift, to: output)
    }
  }

  private func write(_ hunk: [Change], shift: inout Int, to output: Output) throws {
    let start = max(0, hunk[0].old.lowerBound - Self.context)
    let end = min(lineCount, hunk[hunk.count - 1].old.upperBound + Self.context)
    let growth = hunk.reduce(0) { $0 + $1.new.count - $1.old.count }
    let old = Self.range(start, end - start)
    let new = Self.range(start + shift, end - start + growth)
    try output.write("@@ -\(old) +\(new) @@\n")
    shift += growth
    var place = start
    for change in hunk {
      for number in place..<change.old.lowerBound { try write(" ", line(number), to: output) }
      for number in change.old { try write("-", line(number), to: output) }
      for line in change.new { try write("+", line, to: output) }
      place = change.old.upperBound
    }
    for number in place..<end { try write(" ", line(number), to: output) }
  }

  /// The first line from 1, or the line before if there is none, and the number of lines.
  private static func range(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start : start + 1),\(count)"
  }

  private func write(_ mark: String, _ line: ArraySlice<UInt8>, to output: Output) throws {
    try output.write(mark)
    try output.write(Array(line))
    if line.last != Self.lineFeed { try output.write("\n\\ No newline at end of file\n") }
  }

  /// The name as `patch` reads it: in quotation marks if it has characters that need them or a space at an end, and with
  /// a tab behind other spaces.
  private static func header(_ name: String) -> String {
    let bytes = FileName.bytes(of: name)
    let isPlain =
      bytes.allSatisfy { (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }
      && bytes.first != 0x20 && bytes.last != 0x20
    if isPlain { return name.contains(" ") ? name + "\t" : name }
    let quoted = bytes.map { byte -> String in
      switch byte {
      case 0x22: "\\\""
      case 0x5c: "\\\\"
      case 0x20..<0x7f: String(UnicodeScalar(byte))
      default:
        "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0)
          + String(byte, radix: 8)
      }
    }
    return "\"\(quoted.joined())\""
  }
}
