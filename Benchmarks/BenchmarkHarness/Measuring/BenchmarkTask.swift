/// Work on a document: a constant here and an entry in each contender's table.
struct BenchmarkTask: Hashable, Sendable {
  let name: String
  /// What one iteration does. Follows the name in reports.
  let summary: String

  init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }

  static let validate = Self("validate", "is it JSON")
  static let document = Self(
    "document", "parse to a document that is read in place, or to the library's closest equivalent")
  static let documentTiny = Self(
    "document-tiny", "ten thousand texts of 46 bytes, made by the harness, each as a document")
  static let documentSmall = Self(
    "document-small", "ten thousand texts of 490 bytes, made by the harness, each as a document")
  static let readerTiny = Self(
    "reader-tiny", "document-tiny, with one reader whose memory serves one document after the other"
  )
  static let readerSmall = Self("reader-small", "document-small, with one such reader")
  static let walk = Self(
    "walk", "parse, then touch every value: numbers as numbers, strings as bytes")
  static let tree = Self("tree", "parse to a tree of values")
  static let objects = Self("objects", "parse to Foundation's objects, as JSONSerialization does")
  static let writeObjects = Self("write-objects", "Foundation's objects as compact text")
  static let numbers = Self("numbers", "write all numbers, as Double, and nothing else")

  static let dates = Self("dates", "read every date of the file, as part of the whole file's bytes")
  static let datesToText = Self(
    "datesout", "write every date of the file, as part of the whole file's bytes")

  static let write = Self(
    "write", "write a document, which copies its checked bytes without white space")
  static let writeTree = Self("write-tree", "write a tree as compact JSON")
  static let writeTiny = Self(
    "write-tiny", "ten thousand texts of 46 bytes, each from a tree")
  static let pretty = Self("pretty", "write a tree as indented JSON")
  static let roundtrip = Self(
    "roundtrip", "JSON to a document, or its closest equivalent, and back to JSON")

  static let decode = Self(
    "decode", "a document as Decodable types, by JSONDecoder and RushJSONDecoder")
  static let decodeOnAllCores = Self("decode-all", "the same on all cores, with one shared decoder")
  static let decodeTiny = Self(
    "decode-tiny", "ten thousand texts of 46 bytes, made by the harness, as a type")
  static let decodeSmall = Self(
    "decode-small", "ten thousand texts of 490 bytes, made by the harness, as a type")
  static let decodeNames = Self(
    "decode-names", "an object of 16,000 members, made by the harness, as a dictionary")
  static let decodeSparse = Self(
    "decode-sparse",
    "two thousand objects, made by the harness, as a type of twenty optional members")
  static let decodeTrees = Self(
    "decode-trees", "an array of values of unknown shape, as [RawJSON] or an enum of JSON values")
  static let decodeNumber = Self("decode-number", "one number at a pointer of a timeline")
  static let decodeNumberTiny = Self(
    "decode-number-tiny", "ten thousand texts of 46 bytes, one number at a pointer of each")
  static let decodePartial = Self(
    "decode-partial", "seven members of each status of a timeline, as Decodable types")
  static let decodeNew = Self(
    "decode-new",
    "ten thousand texts of 490 bytes, each by a new decoder that gets a strategy for dates")
  static let decodeSnake = Self(
    "decode-snake", "decode-small, from names in snake case, by convertFromSnakeCase")
  static let decodeDefaults = Self(
    "decode-defaults",
    "two thousand objects, made by the harness, as a type of eight @DefaultValue members, half of them missing"
  )
  static let encode = Self(
    "encode", "Encodable types as a document, by JSONEncoder and RushJSONEncoder")
  static let encodeTiny = Self(
    "encode-tiny", "ten thousand texts of 46 bytes from a value of a type")
  static let encodeSmall = Self(
    "encode-small", "ten thousand texts of 360 bytes from a value of a type")
  static let encodeNames = Self("encode-names", "a dictionary of 16,000 values of a type")
  static let encodeSparse = Self(
    "encode-sparse", "two thousand values of a type of twenty optional members")
  static let encodeNew = Self(
    "encode-new",
    "ten thousand texts of 360 bytes, each by a new encoder that gets a strategy for dates")
  static let encodeSorted = Self("encode-sorted", "encode-small, with sortedKeys")
  static let encodeValues = Self(
    "encode-values", "ten thousand values of a type, one by one, into one text")
  static let encodeTrees = Self(
    "encode-trees", "an array of values of unknown shape, from [RawJSON] or an enum of JSON values")
  static let decodeDirect = Self(
    "decode-direct", "decode, with types that are read without Codable")
  static let decodeDirectTiny = Self("decode-direct-tiny", "decode-tiny, with such a type")
  static let decodeDirectSmall = Self("decode-direct-small", "decode-small, with such types")
  static let decodeDirectSparse = Self("decode-direct-sparse", "decode-sparse, with such a type")
  static let decodeDirectPartial = Self("decode-direct-partial", "decode-partial, with such types")
  static let encodeDirect = Self(
    "encode-direct", "encode, with types that are written without Codable")
  static let encodeDirectTiny = Self("encode-direct-tiny", "encode-tiny, with such a type")
  static let encodeDirectSmall = Self("encode-direct-small", "encode-small, with such types")
  static let userInfo = Self("userinfo", "a push payload, from the system's dictionary to a model")
  static let lines = Self(
    "lines", "a file with the document on every line, to documents, on one core")
  static let linesOnAllCores = Self("lines-all", "the same on all cores")
  static let elements = Self(
    "elements", "a file with one array of the document, element by element")
  static let records = Self("records", "a file of records in memory, to a document for each line")
  static let recordTrees = Self("records-tree", "the same, to a tree for each line")
  static let recordMembers = Self(
    "records-member", "the same, to a type with one member for each line, without Codable")
  static let recordModels = Self(
    "records-decode", "the same, to a Decodable type with all members for each line")
  static let recordDirectModels = Self(
    "records-direct", "the same, with a type that is read without Codable")
  static let stream = Self("stream", "all events, one by one, from chunks of 64 KiB")
  static let streamBytes = Self("stream-1", "all events, from chunks of one byte")
  static let streamSmall = Self("stream-4k", "all events, from chunks of 4 KiB")
  static let streamLarge = Self("stream-1m", "all events, from chunks of 1 MiB")
  static let skip = Self("skip", "skip the whole value, checking it")
  static let skipUnchecked = Self(
    "skip-unchecked", "skip the whole value, only looking for its end")
  static let partial = Self("partial", "the tree so far after every 20 bytes of the first 100 KB")

  /// The tasks whose text the harness makes itself. They run once, whatever the files are.
  static let withOwnText: Set = [
    decodeTiny, decodeSmall, decodeNames, decodeSparse, decodeNew, decodeSnake, decodeDefaults,
    decodeNumberTiny, encodeTiny, encodeSmall, encodeNames, encodeSparse, encodeNew, encodeSorted,
    encodeValues, writeTiny,
    documentTiny, documentSmall, readerTiny, readerSmall,
    decodeDirectTiny, decodeDirectSmall, decodeDirectSparse, encodeDirectTiny, encodeDirectSmall,
    userInfo,
  ]

  /// The default tasks: one of each kind, and small values, for a run of about two minutes.
  static let usual = [
    validate, document, tree, write, decode, encode, stream,
    decodeTiny, decodeDirectTiny, encodeTiny, encodeDirectTiny,
  ]

  static let all =
    [
      validate, document, walk, tree,
      documentTiny, documentSmall, readerTiny, readerSmall,
      stream, streamBytes, streamSmall, streamLarge, skip, skipUnchecked, partial,
      write, writeTree, writeTiny, pretty, roundtrip,
      objects, writeObjects,
      numbers,
      dates, datesToText,
      decode, decodeOnAllCores, decodeTiny, decodeSmall, decodeNames, decodeSparse, decodeTrees,
      decodeNumber, decodeNumberTiny, decodePartial, decodeNew, decodeSnake, decodeDefaults,
      encode, encodeTiny, encodeSmall, encodeNames, encodeSparse, encodeTrees, encodeNew,
      encodeSorted, encodeValues,
      decodeDirect, decodeDirectTiny, decodeDirectSmall, decodeDirectSparse, decodeDirectPartial,
      encodeDirect, encodeDirectTiny, encodeDirectSmall,
      userInfo,
      lines, linesOnAllCores, elements,
    ] + forRecords
}

/// Which tasks are run on which files.
struct TaskPlan {
  struct Step {
    var task: BenchmarkTask
    var inputs: [BenchmarkInput]
  }

  /// In the order of the tasks. A task without files has no step.
  private(set) var steps: [Step] = []
  /// Files that a chosen task cannot take.
  private(set) var notes: [String] = []

  /// - Parameter tasksForLines: The tasks of files of lines, or `nil` if `tasks` were chosen for all files.
  init(tasks: [BenchmarkTask], tasksForLines: [BenchmarkTask]?, inputs: [BenchmarkInput]) {
    let documents = inputs.filter { !$0.isLines }
    let lines = inputs.filter(\.isLines)
    var unfit: [String] = []
    for task in tasks {
      if BenchmarkTask.withOwnText.contains(task) {
        steps.append(Step(task: task, inputs: [.made]))
        continue
      }
      let takesLines = tasksForLines == nil && task.takesLines
      let files = BenchmarkTask.forRecords.contains(task) ? lines : takesLines ? inputs : documents
      if !files.isEmpty { steps.append(Step(task: task, inputs: files)) }
      if tasksForLines == nil, !takesLines { unfit.append(task.name) }
    }
    if !unfit.isEmpty, !lines.isEmpty {
      let names = lines.map(\.name).joined(separator: ", ")
      notes.append(
        "\(unfit.joined(separator: ", ")): not timed for \(names): these are lines, with tasks of their own: "
          + "\(BenchmarkTask.forLines.map(\.name).joined(separator: ", "))")
    }
    for task in tasksForLines ?? [] where !lines.isEmpty {
      steps.append(Step(task: task, inputs: lines))
    }
  }
}

extension BenchmarkTask {
  /// The tasks that read a stream of texts.
  static let forLines = [lines, linesOnAllCores, elements]

  /// Whether the task reads a file of lines, one text on each.
  var takesLines: Bool { (Self.forLines + Self.forRecords).contains(self) }

  /// The tasks that read each line of a file of records, and no other files.
  static let forRecords = [records, recordTrees, recordMembers, recordModels, recordDirectModels]

  /// What a file lacks for which nobody took part.
  var need: String {
    switch self {
    case .decode, .decodeOnAllCores, .encode, .decodeDirect, .encodeDirect:
      "it needs a Swift type for the document, which jsonbench has for "
        + TypedModels.documentNames.joined(separator: ", ")
    case .decodeTrees, .encodeTrees:
      "it takes the statuses of \(TypedCoding.timeline), which is in Corpus"
    case .decodeNumber, .decodePartial, .decodeDirectPartial:
      "it needs one of \(PartialReading.documentNames.joined(separator: ", "))"
    case .recordMembers, .recordModels, .recordDirectModels:
      "it needs a file of records, as the generated ones in Corpus"
    case .numbers: "it has no numbers"
    case .dates, .datesToText: "it has no dates"
    default: "there is nothing in it for this task"
    }
  }
}
