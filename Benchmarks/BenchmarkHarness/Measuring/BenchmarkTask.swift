/// Work on a document that every contender does in its own way.
///
/// A new task is a constant here and an entry in each contender's table.
struct BenchmarkTask: Hashable, Sendable {
  let name: String
  /// What one iteration does. Follows the name in reports.
  let summary: String

  static let validate = BenchmarkTask(name: "validate", summary: "is it JSON")
  static let document = BenchmarkTask(
    name: "document", summary: "parse to the tape, or to the library's closest equivalent")
  static let walk = BenchmarkTask(
    name: "walk", summary: "parse, then touch every value: numbers as numbers, strings as bytes")
  static let tree = BenchmarkTask(name: "tree", summary: "parse to a tree of values")
  static let objects = BenchmarkTask(
    name: "objects", summary: "parse to Foundation's objects, as JSONSerialization does")
  static let writeObjects = BenchmarkTask(
    name: "write-objects", summary: "Foundation's objects as compact text")
  static let numbers = BenchmarkTask(
    name: "numbers", summary: "write all numbers, as Double, and nothing else")

  static let dates = BenchmarkTask(
    name: "dates", summary: "read every date of the file, as part of the whole file's bytes")
  static let datesToText = BenchmarkTask(
    name: "datesout", summary: "write every date of the file, as part of the whole file's bytes")

  static let write = BenchmarkTask(
    name: "write", summary: "write a document, which copies its checked bytes without white space")
  static let writeTree = BenchmarkTask(name: "write-tree", summary: "write a tree as compact JSON")
  static let pretty = BenchmarkTask(name: "pretty", summary: "write a tree as indented JSON")
  static let roundtrip = BenchmarkTask(
    name: "roundtrip", summary: "JSON to a document, or its closest equivalent, and back to JSON"
  )

  static let decode = BenchmarkTask(
    name: "decode", summary: "a document as Decodable types, by JSONDecoder and RushJSONDecoder")
  static let decodeOnAllCores = BenchmarkTask(
    name: "decode-all", summary: "the same on all cores, with one shared decoder")
  static let decodeTiny = BenchmarkTask(
    name: "decode-tiny", summary: "ten thousand texts of 46 bytes, made by the harness, as a type")
  static let decodeSmall = BenchmarkTask(
    name: "decode-small", summary: "ten thousand texts of 490 bytes, made by the harness, as a type"
  )
  static let decodeNames = BenchmarkTask(
    name: "decode-names",
    summary: "an object of 16,000 members, made by the harness, as a dictionary")
  static let decodeSparse = BenchmarkTask(
    name: "decode-sparse",
    summary: "two thousand objects, made by the harness, as a type of twenty optional members")
  static let decodeTrees = BenchmarkTask(
    name: "decode-trees",
    summary: "an array of values of unknown shape, as [RawJSON] or an enum of JSON values")
  static let encode = BenchmarkTask(
    name: "encode", summary: "Encodable types as a document, by JSONEncoder and RushJSONEncoder")
  static let encodeTiny = BenchmarkTask(
    name: "encode-tiny", summary: "ten thousand texts of 46 bytes from a value of a type")
  static let encodeSmall = BenchmarkTask(
    name: "encode-small", summary: "ten thousand texts of 360 bytes from a value of a type")
  static let encodeNames = BenchmarkTask(
    name: "encode-names", summary: "a dictionary of 16,000 values of a type")
  static let encodeSparse = BenchmarkTask(
    name: "encode-sparse", summary: "two thousand values of a type of twenty optional members")
  static let encodeTrees = BenchmarkTask(
    name: "encode-trees",
    summary: "an array of values of unknown shape, from [RawJSON] or an enum of JSON values")
  static let decodeDirect = BenchmarkTask(
    name: "decode-direct", summary: "decode, with types that are read without Codable")
  static let decodeDirectTiny = BenchmarkTask(
    name: "decode-direct-tiny", summary: "decode-tiny, with such a type")
  static let decodeDirectSmall = BenchmarkTask(
    name: "decode-direct-small", summary: "decode-small, with such types")
  static let decodeDirectSparse = BenchmarkTask(
    name: "decode-direct-sparse", summary: "decode-sparse, with such a type")
  static let encodeDirect = BenchmarkTask(
    name: "encode-direct", summary: "encode, with types that are written without Codable")
  static let encodeDirectTiny = BenchmarkTask(
    name: "encode-direct-tiny", summary: "encode-tiny, with such a type")
  static let encodeDirectSmall = BenchmarkTask(
    name: "encode-direct-small", summary: "encode-small, with such types")
  static let userInfo = BenchmarkTask(
    name: "userinfo",
    summary: "a push payload, from the system's dictionary to a model")
  static let lines = BenchmarkTask(
    name: "lines", summary: "a file with the document on every line, to documents, on one core")
  static let linesOnAllCores = BenchmarkTask(name: "lines-all", summary: "the same on all cores")
  static let elements = BenchmarkTask(
    name: "elements", summary: "a file with one array of the document, element by element")
  static let stream = BenchmarkTask(
    name: "stream", summary: "all events, one by one, from chunks of 64 KiB")
  static let streamBytes = BenchmarkTask(
    name: "stream-1", summary: "all events, from chunks of one byte")
  static let streamSmall = BenchmarkTask(
    name: "stream-4k", summary: "all events, from chunks of 4 KiB")
  static let streamLarge = BenchmarkTask(
    name: "stream-1m", summary: "all events, from chunks of 1 MiB")
  static let skip = BenchmarkTask(
    name: "skip", summary: "skip the whole value, checking it")
  static let skipUnchecked = BenchmarkTask(
    name: "skip-unchecked", summary: "skip the whole value, only looking for its end")
  static let partial = BenchmarkTask(
    name: "partial", summary: "the tree so far after every 20 bytes of the first 100 KB")

  /// The tasks whose text the harness makes itself. They run once, whatever the files are.
  static let withOwnText: Set = [
    decodeTiny, decodeSmall, decodeNames, decodeSparse,
    encodeTiny, encodeSmall, encodeNames, encodeSparse,
    decodeDirectTiny, decodeDirectSmall, decodeDirectSparse, encodeDirectTiny, encodeDirectSmall,
    userInfo,
  ]

  /// The default tasks: one of each kind, for a run of about two minutes.
  static let usual = [validate, document, tree, write, decode, encode, stream]

  static let all = [
    validate, document, walk, tree,
    stream, streamBytes, streamSmall, streamLarge, skip, skipUnchecked, partial,
    write, writeTree, pretty, roundtrip,
    objects, writeObjects,
    numbers,
    dates, datesToText,
    decode, decodeOnAllCores, decodeTiny, decodeSmall, decodeNames, decodeSparse, decodeTrees,
    encode, encodeTiny, encodeSmall, encodeNames, encodeSparse, encodeTrees,
    decodeDirect, decodeDirectTiny, decodeDirectSmall, decodeDirectSparse,
    encodeDirect, encodeDirectTiny, encodeDirectSmall,
    userInfo,
    lines, linesOnAllCores, elements,
  ]
}
