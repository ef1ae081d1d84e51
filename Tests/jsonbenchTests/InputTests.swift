import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct InputTests {
  @Test func aFileIsNamedByItsNameAlone() {
    #expect(names("/x/a.json", "/x/b.json") == ["a.json", "b.json"])
  }

  @Test func filesOfOneNameAreToldApart() {
    #expect(names("/x/a.json", "/y/a.json", "/y/b.json") == ["x/a.json", "y/a.json", "y/b.json"])
    #expect(names("/x/z/a.json", "/y/z/a.json") == ["x/z/a.json", "y/z/a.json"])
  }

  @Test func aFolderStandsForItsDocuments() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("jsonbench-\(UUID().uuidString)")
    let inner = folder.appendingPathComponent("reject")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer {
      // Nothing depends on the folder being gone.
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }
    for name in ["b.json", "a.json", "notes.txt", "reject/c.json"] {
      try Data("1".utf8).write(to: folder.appendingPathComponent(name))
    }
    let file = folder.appendingPathComponent("a.json").path
    let inputs = try InputSelection.inputs(paths: [folder.path, file])
    #expect(inputs.map(\.name) == ["a.json", "b.json"])
    #expect(inputs.map(\.bytes) == [[0x31], [0x31]])
  }

  @Test func theGeneratedCorpusHasTextsAndLines() {
    let files = GeneratedCorpus.files(seed: GeneratedCorpus.defaultSeed).map(\.name)
    let documents = GeneratedCorpus.documents(seed: GeneratedCorpus.defaultSeed).map(\.name)
    #expect(files.contains("log.jsonl"))
    #expect(!documents.contains("log.jsonl"))
    #expect(documents.contains("timeline.json"))
    #expect(files.allSatisfy { GeneratedCorpus.summary(of: $0) != nil })
    #expect(GeneratedCorpus.summary(of: "mine.json") == nil)
  }

  private func names(_ paths: String...) -> [String] {
    InputSelection.names(of: paths.map { URL(fileURLWithPath: $0) })
  }
}
