import CorpusGenerator
import Testing

/// The scanner's counts, against texts short enough to count by hand.
@Suite struct StatisticsTests {
  @Test func countsOfAHandCountedText() {
    let text = #"{"a": [1, -2.5e3, "x\"y"], "b": {"a": null}, "é": true, "" : "日"}"# + "\n"
    let counts = CorpusWriter.statistics(of: Array(text.utf8))
    #expect(counts.byteCount == 69)
    #expect(counts.objects == 2)
    #expect(counts.arrays == 1)
    #expect(counts.names == 5)
    #expect(counts.distinctNames == 4)
    #expect(counts.strings == 2)
    #expect(counts.numbers == 2)
    #expect(counts.numberBytes == 7)
    #expect(counts.literals == 2)
    #expect(counts.values == 9)
    #expect(counts.escapes == 1)
    #expect(counts.nonASCIIBytes == 5)
    // "a" "x\"y" "b" "a" "é" "" "日"
    #expect(counts.stringBytes == 3 + 6 + 3 + 3 + 4 + 2 + 5)
    // Six of the brackets and braces, five colons, two commas in the array, three in the object.
    #expect(counts.structurals == 6 + 5 + 5)
    // Ten after colons and commas, one before a colon, and the line feed.
    #expect(counts.whitespaceBytes == 12)
    #expect(counts.maximumDepth == 2)
    let literalBytes = 8
    let parts = counts.stringBytes + counts.numberBytes + counts.whitespaceBytes
    #expect(parts + counts.structurals + literalBytes == counts.byteCount)
  }

  @Test(arguments: [
    ("", 0, 0, 0), ("0", 1, 0, 0), ("[]", 1, 1, 0), ("{}", 1, 1, 0), ("[[],{}]", 3, 2, 0),
    (#"{"a":{"a":"a"}}"#, 3, 2, 1), ("[1]\n[2]\n", 4, 1, 0), (#"["\\",":"]"#, 3, 1, 0),
    (#"[{"a":1},"b",{"c":2}]"#, 6, 2, 2),
  ])
  func valuesDepthAndDistinctNames(text: String, values: Int, depth: Int, distinct: Int) {
    let counts = CorpusWriter.statistics(of: Array(text.utf8))
    #expect(counts.values == values)
    #expect(counts.maximumDepth == depth)
    #expect(counts.distinctNames == distinct)
  }

  @Test func percentagesRoundToTheNearest() {
    let counts = CorpusWriter.statistics(of: Array(#"["",  7]"#.utf8))
    #expect(counts.byteCount == 8)
    #expect(counts.stringPercent == 25)
    #expect(counts.whitespacePercent == 25)
    #expect(counts.numberPercent == 13)
    #expect(CorpusWriter.statistics(of: []).stringPercent == 0)
  }

  @Test func tableHasARowForEachFile() {
    let table = CorpusWriter.statisticsTable(of: [("a.json", Array("[1]".utf8))])
    let lines = table.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.last == "| `a.json` | 3 | 2 | 0 | 1 | 0 (0) | 0 | 0 | 0 | 0 | 1 | 33 | 0 | 0 | 2 | 1 |")
    #expect(Set(lines.map { line in line.count { $0 == "|" } }) == [17])
  }
}
