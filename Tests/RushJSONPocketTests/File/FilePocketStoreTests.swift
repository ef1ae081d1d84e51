import Foundation
import RushJSONPocket
import Testing

@Suite("Pockets in memory and in files")
struct FilePocketStoreTests {
  private static func stores(_ folder: PocketFolder) -> [any Pocket.Store] {
    [Pocket.MemoryStore(), Pocket.FileStore(folder.file)]
  }

  @Test func everyStoreSavesAlike() async throws {
    let folder = try PocketFolder()
    for store in Self.stores(folder) {
      #expect(try await store.getPocket() == Pocket())
      var pocket = Pocket(references: ["a": ["1"], "b": ["2"]], data: ["x": "é/\u{1}"])
      #expect(try await store.savePocket(pocket) == pocket)
      #expect(try await store.getPocket() == pocket)
      #expect(
        try await store.getPocket(filterReferences: ["b", "c"])
          == Pocket(references: ["b": ["2"]], data: pocket.data))
      pocket.removeReferences(forKey: "a")
      pocket.forgetReferences(forKey: "b")
      pocket.addReference("3", forKey: "c")
      let saved = try await store.savePocket(pocket)
      #expect(saved == Pocket(references: ["b": ["2"], "c": ["3"]], data: pocket.data))
      #expect(try await store.getPocket() == saved)
      // Too long: nothing changes.
      pocket.data = ["t": .string(String(repeating: "x", count: 1993))]
      await #expect(throws: Pocket.Failure.self) { try await store.savePocket(pocket) }
      #expect(try await store.getPocket() == saved)
    }
  }

  @Test func theFileIsThePocketAsJSON() throws {
    let folder = try PocketFolder()
    let store = Pocket.FileStore(folder.file)
    try store.savePocket(Pocket(references: ["a": ["1"], "b": nil], data: ["x": 1.5]))
    #expect(
      String(decoding: try Data(contentsOf: folder.file), as: UTF8.self)
        == #"{"data":{"x":1.5},"references":{"a":["1"]}}"#)
    #expect(try folder.names == [".pocket.json.lock", "pocket.json"])
  }

  /// The leftovers of a process that died during a write.
  @Test func leftoversOfADeadProcessDoNoHarm() throws {
    let folder = try PocketFolder()
    let store = Pocket.FileStore(folder.file)
    let long = String(repeating: "#", count: 100_000)
    try Data(long.utf8).write(to: folder.url.appending(path: ".pocket.json.partial"))
    #expect(try store.getPocket() == Pocket())
    try store.savePocket(Pocket(references: ["a": ["1"]]))
    #expect(try store.getPocket() == Pocket(references: ["a": ["1"]]))
    #expect(try folder.names == [".pocket.json.lock", "pocket.json"])
  }

  @Test func whatIsNoPocketIsAnErrorAndStays() throws {
    let folder = try PocketFolder()
    let store = Pocket.FileStore(folder.file)
    for text in ["", "[]", #"{"data":"#, #"{"references":{"a":[1]}}"#] {
      try Data(text.utf8).write(to: folder.file)
      for body in [{ _ = try store.getPocket() }, { try store.savePocket(Pocket()) }] {
        let error = #expect(throws: Pocket.Failure.self) { try body() }
        guard case .invalidFile(let path, let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(path == folder.file.path(percentEncoded: false))
        #expect(reason is JSONSyntaxError || reason is JSONValueError)
        #expect(try Data(contentsOf: folder.file) == Data(text.utf8))
      }
    }
    // A list outside of the filter may be of any kind.
    #expect(try store.getPocket(filterReferences: ["b"]) == Pocket())
  }

  @Test func theSystemsErrorsAreNamed() throws {
    let folder = try PocketFolder()
    let store = Pocket.FileStore(folder.url.appending(path: "missing/pocket.json"))
    #expect(try store.getPocket() == Pocket())
    let error = #expect(throws: Pocket.Failure.self) { try store.savePocket(Pocket()) }
    guard case .file(operation: "create", let path, code: ENOENT) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("missing/.pocket.json.lock"))
    #expect("\(try #require(error))".hasPrefix("cannot create "))
    // A folder with the name of the file.
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    #expect(throws: Pocket.Failure.self) {
      try Pocket.FileStore(folder.file).getPocket(filterReferences: nil)
    }
    #expect(throws: Pocket.Failure.self) { try Pocket.FileStore(folder.file).savePocket(Pocket()) }
  }

  /// With many concurrent writers and readers, nothing is lost, and every reader sees a pocket.
  @Test func writersTakeTurns() async throws {
    let folder = try PocketFolder()
    let file = folder.file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = Pocket.FileStore(file)
          for value in 0..<10 {
            try store.savePocket(Pocket(references: ["\(writer)-\(value)": ["x"]]))
          }
        }
      }
      group.addTask {
        let store = Pocket.FileStore(file)
        for _ in 0..<100 { _ = try await store.getPocket() }
      }
      try await group.waitForAll()
    }
    #expect(try await Pocket.FileStore(file).getPocket().references.count == 40)
  }

  /// Kills a saving process at random moments. The program reports what it found.
  @Test func aKilledProcessLeavesTheOldPocketOrTheNewOne() throws {
    let (text, status) = try PocketCheck.run(["kill", "25"])
    #expect(status == 0, "\(text)")
  }
}

extension FilePocketStoreTests {
  @Test func aStoreKeepsItsLimit() {
    let url = URL(fileURLWithPath: "/nowhere/pocket.json")
    #expect(Pocket.FileStore(url).dataLimit == .standard)
    #expect(Pocket.FileStore(url).url == url)
  }
}
