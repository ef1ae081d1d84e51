import CorpusGenerator
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

// JSONElements, which one thread reads, says what each combination of options must give.

@Suite struct JSONElementsFileTests {
  struct Item: Codable, Sendable, Hashable {
    var id: Int
    var name: String?
  }

  /// A file, the path of a container, and how it is read.
  private struct Sample {
    var text: [UInt8]
    var pointer: JSONPointer = "/items"
    var options = JSONReadingOptions.stream
    var policy = JSONRecord.FailurePolicy.deliver
    var maximumLength = 100_000

    init(_ text: String, _ pointer: JSONPointer = "/items") {
      self.text = Array(text.utf8)
      self.pointer = pointer
    }

    func elements(_ path: String) -> JSONElements<JSONFileChunks> {
      JSONElements(
        at: pointer, in: JSONFileChunks(path: path, size: 1000), options: options, policy: policy,
        maximumLength: maximumLength)
    }

    func file(_ path: String, _ threads: Int, _ blockSize: Int) -> JSONElementsFile {
      var file = JSONElementsFile(
        path, at: pointer, options: options, policy: policy, maximumLength: maximumLength)
      (file.threads, file.blockSize) = (threads, blockSize)
      return file
    }
  }

  private static func describe<Value>(_ result: Result<Value, JSONStreamError>) -> String {
    switch result {
    case .success(let value): return "\(value)"
    case .failure(let error):
      let place = error.location.map { "\($0)" } ?? "\(error.line ?? 0)"
      return "\(error.kind) \(error.offset) \(place) \(error.pointer?.description ?? "-") \(error)"
    }
  }

  private static func results<Value>(_ values: some Sequence<Result<Value, JSONStreamError>>)
    -> [String]
  { values.map { describe($0) } }

  /// Compares all forms, threads and blocks with one reader.
  private static func compare(_ sample: Sample, _ label: String) async throws {
    let file = try TemporaryFile(sample.text)
    let one = sample.elements(file.path)
    let trees = results(one.trees())
    let documents = results(one.documents())
    let items = results(one.values(of: Item.self))
    let records = results(one.map { "\($0.offset) \(String(decoding: $0.bytes, as: UTF8.self))" })
    for (threads, blockSize) in [(1, 500), (2, 90), (3, 3000), (2, 1 << 20)] {
      var all = sample.file(file.path, threads, blockSize)
      let name = "\(label): \(threads) threads, blocks of \(blockSize)"
      #expect(results(all.trees()) == trees, "\(name)")
      #expect(results(all.documents()) == documents, "\(name)")
      #expect(results(all.values(of: Item.self)) == items, "\(name)")
      #expect(
        results(all.map { "\($0.offset) \(String(decoding: $0.bytes, as: UTF8.self))" }) == records,
        "\(name)")
      var waited: [String] = []
      for try await tree in all.trees().waiting { waited.append(describe(tree)) }
      #expect(waited == trees, "\(name), in a task")
      all.isOrdered = false
      if sample.policy == .fail { continue }
      let unordered = results(all.trees())
      #expect(unordered.sorted() == trees.sorted(), "\(name), in any order")
      #expect(unordered.last == trees.last || trees.last?.hasPrefix("syntax") != true, "\(name)")
    }
  }

  private static func items(_ count: Int, _ separator: String = ",\n  ") -> String {
    (0..<count).map { index in
      let name = String(repeating: "né", count: index % 23)
      return index % 17 == 16
        ? #"{"name": "\#(name)", "id": "no number"}"#
        : #"{"id": \#(index), "name": "\#(name)", "list": [1, {"a": "]}"}]}"#
    }.joined(separator: separator)
  }

  @Test func ordinaryFiles() async throws {
    let items = Self.items(120)
    try await Self.compare(Sample("{\"items\": [\(items)]}"), "an array")
    try await Self.compare(Sample("[\(items)]", .root), "a root")
    try await Self.compare(
      Sample("{\"a\": [1, {\"items\": 3}], \"items\": [\n\(items)\n] , \"b\": [[]]}\n"),
      "members beside it")
    try await Self.compare(
      Sample("[0, [], {\"r\\u006fws\": [\(items)], \"x\": 1}, 3]", "/2/rows"), "indexes")
    let members = (0..<300).map { "\"m\\n\($0)\": {\"id\": \($0)}" }.joined(separator: ", ")
    try await Self.compare(
      Sample("{\"a\": {\"\\\"items\\\"\": {\(members)}}}", "/a/\"items\""), "an object")
    let numbers = (0..<3000).map { "\($0 * 7919)" }.joined(separator: ",")
    try await Self.compare(Sample("{\"items\":[\(numbers)]}"), "numbers")
    try await Self.compare(
      Sample(
        "{\"items\":[\(Array(repeating: "\"[\", 1.5e3, true,\r\n null", count: 400).joined(separator: ",\r\n"))]}"
      ),
      "scalars")
  }

  @Test func unusualFiles() async throws {
    for text in [
      "", "[]", "{\"items\": []}", "{\"items\": {}}", "{\"items\": 3}", "{\"more\": []}",
      "{\"items\": [1}",
      "{\"items\": [1, 2] x", "{\"items\": [1, 2", "{\"items\": [1,]}", "{\"items\": [,1]}",
      "{\"items\": [1], \"items\": [2]}", "{\"items\": [1]} {}", "{\"items\":",
    ] {
      try await Self.compare(Sample(text), text)
    }
    let items = Self.items(60)
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let long = "\"" + String(repeating: "x\u{e9}", count: 40_000) + "\""
    for (label, element) in [
      ("too deep", deep), ("long", long), ("long array", "[\(long), \(long), 1]"),
      ("broken", "{\"id\": 1,, }"), ("broken UTF-8", "\"\u{0}\""), ("no comma", "1 2"),
      ("twice", "{\"id\": 1, \"id\": 2}"),
    ] {
      var sample = Sample("{\"items\": [\(items), \(element), \(items)], \"after\": [\(element)]}")
      for policy in [JSONRecord.FailurePolicy.deliver, .skip, .fail] {
        sample.policy = policy
        try await Self.compare(sample, "\(label), \(policy)")
      }
      sample.policy = .deliver
      sample.maximumLength = 300
      try await Self.compare(sample, "\(label), short records")
      sample.maximumLength = 100_000
      sample.options.duplicateNames = .refuse
      try await Self.compare(sample, "\(label), refused")
    }
    var marked = Sample("\u{feff}{\"items\": [\(items)]}")
    try await Self.compare(marked, "a mark that is refused")
    marked.options.leniencies = .byteOrderMark
    try await Self.compare(marked, "a mark")
    var commented = Sample("{\"items\": [\(items), /* ] */ 1,]}")
    commented.options.leniencies = [.comments, .trailingCommas]
    try await Self.compare(commented, "comments")
    var limited = Sample("{\"items\": [\(items)]}")
    limited.options.maximumLength = 5000
    try await Self.compare(limited, "a limit of the text")
  }

  @Test(arguments: 0..<6)
  func randomFaults(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<6 {
      let count = Int.random(in: 1...150, using: &random)
      let separator = [",", " , ", ",\r\n\t"][round % 3]
      var sample = Sample("{\"x\": 1, \"items\": [\(Self.items(count, separator))], \"y\": 2}")
      sample.text = Mutation.edited(sample.text, count: 1, using: &random)
      if round == 5 {
        sample.text.removeLast(Int.random(in: 0..<sample.text.count, using: &random))
      }
      try await Self.compare(sample, "seed \(seed), round \(round)")
    }
  }

  /// The path of an element with a fault has the index of the element in the whole array.
  @Test func pathOfAFault() throws {
    let text = "{\"data\": [0, {\"items\": [\(Self.items(1000)),\n {\"name\": tru}]}]}"
    let file = try TemporaryFile(Array(text.utf8))
    var elements = JSONElementsFile(file.path, at: "/data/1/items", policy: .skip)
    (elements.threads, elements.blockSize) = (2, 3000)
    var last: JSONStreamError?
    for value in elements.trees() { if case .failure(let error) = value { last = error } }
    #expect(last?.pointer == "/data/1/items/1000")
    #expect(last?.location?.line == 1001)
    #expect(last?.offset == Array(text.utf8).count - 8)
  }

  /// The path of a fault after the container has no greater indexes, whatever it has in common with that of the container.
  @Test func pathOfAFaultAfterTheContainer() async throws {
    let items = Self.items(40)
    for (text, pointer) in [
      ("{\"items\": [\(items)], \"items\": [0, tru]}", "/items"),
      ("{\"a\": [0, {\"b\": [\(items)]}], \"c\": [0, {\"b\": [tru]}]}", "/a/1/b"),
      ("[0, [[\(items)], [tru]]]", "/1/0"), ("[0, [[\(items)]], [[tru]]]", "/1/0"),
      ("{\"a\": [0, {\"b\": [\(items)]}, {\"b\": [0, tru]}]}", "/a/1/b"),
    ] as [(String, JSONPointer)] {
      try await Self.compare(Sample(text, pointer), text)
    }
  }

  /// Whoever stops early leaves no thread that waits, and a cancelled task gets its error.
  @Test(.timeLimit(.minutes(1))) func stopsEarly() async throws {
    let file = try TemporaryFile(Array("[\(Self.items(20_000))]".utf8))
    var elements = JSONElementsFile(file.path, policy: .skip)
    (elements.threads, elements.blockSize) = (3, 10_000)
    for count in 0..<60 {
      var values = elements.trees().makeIterator()
      for _ in 0..<count * 7 { _ = values.next() }
    }
    let all = elements
    let task = Task {
      var count = 0
      for try await _ in all.trees().waiting {
        count += 1
        if count == 1000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func missingFile() {
    let results = Array(JSONElementsFile("/no/such/file").trees())
    guard case .failure(let error)? = results.first, case .file = error.kind else {
      Issue.record("no error of a file")
      return
    }
    #expect(results.count == 1)
  }
}
