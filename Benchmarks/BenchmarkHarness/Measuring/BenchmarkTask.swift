/// One way of working with a document, which every contender does in its own manner.
///
/// A new task is one more constant here and one more entry in each contender's table.
struct BenchmarkTask: Hashable, Sendable {
  let name: String
  /// What one iteration does, to be read after the name.
  let summary: String

  static let validate = BenchmarkTask(name: "validate", summary: "is it JSON")
  static let document = BenchmarkTask(
    name: "document", summary: "parse to the tape, or to what a library has in its place")
  static let walk = BenchmarkTask(
    name: "walk", summary: "parse, then touch every value: numbers as numbers, strings as bytes")
  static let tree = BenchmarkTask(name: "tree", summary: "parse to a tree of values")
  static let numbers = BenchmarkTask(
    name: "numbers", summary: "write all numbers, as Double, and nothing else")

  static let dates = BenchmarkTask(
    name: "dates", summary: "read every date of the file, as part of the whole file's bytes")
  static let datesToText = BenchmarkTask(
    name: "datesout", summary: "write every date of the file, as part of the whole file's bytes")

  static let write = BenchmarkTask(name: "write", summary: "a document as compact text")
  static let writeTree = BenchmarkTask(name: "write-tree", summary: "a tree as compact text")
  static let pretty = BenchmarkTask(name: "pretty", summary: "a tree as indented text")
  static let roundtrip = BenchmarkTask(
    name: "roundtrip", summary: "text to a document, or what stands in its place, and to text again"
  )

  static let all = [
    validate, document, walk, tree,
    write, writeTree, pretty, roundtrip,
    numbers,
    dates, datesToText,
  ]
}
