import Foundation
import RushJSONPocket
import Testing

/// Files that somebody else has put into the folder of a pocket, and disks without room.
@Suite("Pockets in files: attacks")
struct FilePocketAttackTests {
  /// What stands where the store makes a file of its own.
  enum Planted: String, CaseIterable {
    case linkToFile, linkToNothing, linkToFolder, hardLink, openToAll, pipe
    #if os(Linux)
      case socket
    #endif

    func plant(at url: URL, victim: URL) throws {
      let path = url.path(percentEncoded: false)
      let files = FileManager.default
      switch self {
      case .linkToFile: try files.createSymbolicLink(at: url, withDestinationURL: victim)
      case .linkToNothing:
        try files.createSymbolicLink(
          at: url, withDestinationURL: victim.appendingPathExtension("new"))
      case .linkToFolder:
        try files.createSymbolicLink(
          at: url, withDestinationURL: victim.deletingLastPathComponent())
      case .hardLink: try files.linkItem(at: victim, to: url)
      case .openToAll:
        try Data("planted".utf8).write(to: url)
        try FileStatus.setMode(0o666, url)
      case .pipe: try #require(unsafe mkfifo(path, 0o666) == 0)
      #if os(Linux)
        case .socket: try #require(unsafe mknod(path, S_IFSOCK | 0o666, 0) == 0)
      #endif
      }
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: Planted.allCases, [".pocket.json.partial", ".pocket.json.lock"])
  func aPlantedFileIsReplaced(planted: Planted, name: String) throws {
    let folder = try PocketFolder()
    let others = try PocketFolder()
    let victim = others.url.appending(path: "victim")
    try Data("precious".utf8).write(to: victim)
    try FileStatus.setMode(0o644, victim)
    try planted.plant(at: folder.url.appending(path: name), victim: victim)

    let pocket = Pocket(references: ["a": ["1"]])
    for _ in 0..<2 { try Pocket.FileStore(folder.file).savePocket(pocket) }
    #expect(try Pocket.FileStore(folder.file).getPocket() == pocket)

    #expect(try folder.names == [".pocket.json.lock", "pocket.json"])
    for name in try folder.names {
      let file = folder.url.appending(path: name)
      #expect(try FileStatus.isRegular(file))
      #expect(try FileStatus.mode(file) == 0o600)
    }
    #expect(try others.names == ["victim"])
    #expect(try Data(contentsOf: victim) == Data("precious".utf8))
    #expect(try FileStatus.mode(victim) == 0o644)
  }

  /// Whoever has opened the file that was planted reads nothing of the pocket, and changes nothing of it.
  @Test func anOpenFileIsNotThePocket() throws {
    let folder = try PocketFolder()
    let partial = folder.url.appending(path: ".pocket.json.partial")
    try Data("planted".utf8).write(to: partial)
    let open = try FileHandle(forUpdating: partial)
    let pocket = Pocket(references: ["a": ["1"]])
    try Pocket.FileStore(folder.file).savePocket(pocket)
    #expect(try open.readToEnd() == Data("planted".utf8))
    try open.seek(toOffset: 0)
    try open.write(contentsOf: Data("overwritten".utf8))
    try open.close()
    #expect(try Pocket.FileStore(folder.file).getPocket() == pocket)
  }

  /// A device without an end, and a file that is too large, are refused after 16 MiB.
  @Test(.timeLimit(.minutes(1)))
  func aFileWithoutAnEndIsRefused() throws {
    let folder = try PocketFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.file, withDestinationURL: URL(filePath: "/dev/zero"))
    let isTooLarge = { (error: Pocket.Failure) in
      if case .file(_, folder.file.path, EFBIG) = error { return true }
      return false
    }
    let store = Pocket.FileStore(folder.file)
    let error = #expect(throws: Pocket.Failure.self) { try store.getPocket() }
    #expect(error.map(isTooLarge) == true)
    try FileManager.default.removeItem(at: folder.file)
    // What cannot be read is not written.
    let name = String(repeating: "x", count: 1 << 20)
    let large = Pocket(references: ["a": (0..<17).map { "\($0)\(name)" }])
    let failure = #expect(throws: Pocket.Failure.self) { try store.savePocket(large) }
    #expect(failure.map(isTooLarge) == true)
    #expect(try store.getPocket() == Pocket())
  }

  /// Several writers find the same planted lock. One of them replaces it, and they take turns.
  @Test(.timeLimit(.minutes(1)), arguments: [Planted.linkToNothing, .pipe])
  func writersReplaceAPlantedLockOnce(planted: Planted) async throws {
    for _ in 0..<10 {
      let folder = try PocketFolder()
      let file = folder.file
      let lock = folder.url.appending(path: ".pocket.json.lock")
      try planted.plant(at: lock, victim: folder.url.appending(path: "victim"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for value in 0..<3 {
              try Pocket.FileStore(file).savePocket(
                Pocket(references: ["\(writer)-\(value)": ["x"]]))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try Pocket.FileStore(file).getPocket(filterReferences: nil).references.count == 12)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o666, 0o400])
  func theFileKeepsItsMode(mode: Int) throws {
    let folder = try PocketFolder()
    let store = Pocket.FileStore(folder.file)
    try store.savePocket(Pocket(references: ["a": ["1"]]))
    #expect(try FileStatus.mode(folder.file) == 0o600)
    try FileStatus.setMode(mode, folder.file)
    try store.savePocket(Pocket(references: ["b": ["2"]]))
    #expect(try FileStatus.mode(folder.file) == mode)
    #expect(try store.getPocket().references.count == 2)
  }

  /// A limit on the size of files stands in for a full disk: a write ends early, the next one fails.
  @Test(.enabled(if: PocketCheck.sanitizer != "thread")) func aFullDiskLeavesNothingBehind() throws
  {
    let folder = try PocketFolder()
    let old = Pocket(references: ["a": ["1"]])
    try Pocket.FileStore(folder.file).savePocket(old)
    let (text, status) = try PocketCheck.run(
      ["save", folder.file.path(percentEncoded: false), "1"], setup: "trap '' XFSZ; ulimit -f 2")
    #expect(status == 1)
    #expect(text.hasPrefix("FAILED: cannot write "), "\(text)")
    #expect(try folder.names == [".pocket.json.lock", "pocket.json"])
    #expect(try Pocket.FileStore(folder.file).getPocket() == old)
  }

  /// A folder cannot be removed like a file.
  @Test func aPlantedFolderIsAnError() throws {
    let folder = try PocketFolder()
    let partial = folder.url.appending(path: ".pocket.json.partial")
    try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: false)
    let error = #expect(throws: Pocket.Failure.self) {
      try Pocket.FileStore(folder.file).savePocket(Pocket())
    }
    guard case .file(operation: "remove", _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try folder.names == [".pocket.json.lock", ".pocket.json.partial"])
  }

  /// Reading never waits, whatever has the name of the pocket.
  @Test(.timeLimit(.minutes(1))) func aPipeIsNotAPocket() throws {
    let folder = try PocketFolder()
    try Planted.pipe.plant(at: folder.file, victim: folder.url)
    let store = Pocket.FileStore(folder.file)
    #expect(throws: Pocket.Failure.self) { try store.getPocket(filterReferences: nil) }
    #expect(throws: Pocket.Failure.self) { try store.savePocket(Pocket()) }
    #expect(try !FileStatus.isRegular(folder.file))
  }
}
