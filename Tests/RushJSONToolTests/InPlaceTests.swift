import Foundation
import Testing

@testable import RushJSONTool

/// Files that are replaced: all or nothing, with their permissions.
@Suite final class InPlaceTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {
      // The system empties the folder for temporary files.
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [0o644, 0o600, 0o755, 0o640])
  func permissionsAreKept(_ permissions: Int) throws {
    try write("{\"b\":1,\"a\":[ ]}", to: "x.json", permissions: permissions)
    let run = try ToolRun(["format", "--in-place", "--sorted", path("x.json")], color: true)
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(try text(of: "x.json") == "{\n  \"a\": [],\n  \"b\": 1\n}\n")
    #expect(try self.permissions(of: "x.json") == permissions)
    #expect(try names() == ["x.json"])
  }

  @Test func severalFilesAndValues() throws {
    try write("[ 1 ]", to: "a")
    try write("1 2", to: "b")
    let run = try ToolRun(["format", "--in-place", "--compact", "--values", path("a"), path("b")])
    #expect(run.code == 0)
    #expect(try text(of: "a") == "[1]\n" && text(of: "b") == "1\n2\n")
  }

  @Test func fileThatIsNotJSONStays() throws {
    try write("[ 1 ]", to: "a")
    try write("[1,\n2 3]", to: "b", permissions: 0o600)
    let run = try ToolRun(["format", "--in-place", "--compact", path("a"), path("b")])
    #expect(run.code == 2 && run.errors.contains("expected ',' or ']'"))
    #expect(try text(of: "a") == "[1]\n" && text(of: "b") == "[1,\n2 3]")
    #expect(try names() == ["a", "b"])
  }

  @Test func longFile() throws {
    let element = "{ \"id\" : 12345, \"text\" : \"some words\" }"
    try write("[\(Array(repeating: element, count: 20_000).joined(separator: " ,"))]", to: "a")
    #expect(try ToolRun(["format", "--in-place", "--compact", path("a")]).code == 0)
    let compact = "{\"id\":12345,\"text\":\"some words\"}"
    #expect(
      try text(of: "a")
        == "[\(Array(repeating: compact, count: 20_000).joined(separator: ","))]\n")
  }

  @Test func linkStaysALink() throws {
    try write("[ 1 ]", to: "a")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "a")
    #expect(try ToolRun(["format", "--in-place", "--compact", path("link")]).code == 0)
    #expect(try text(of: "a") == "[1]\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a")
  }

  @Test func whatIsNoFileIsRefused() throws {
    let missing = try ToolRun(["format", "--in-place", path("no")])
    #expect(missing.code == 2 && missing.errors.contains("cannot replace"))
    #expect(missing.errors.count { $0 == "\n" } == 1)
    let directory = try ToolRun(["format", "--in-place", folder.path])
    #expect(directory.code == 2 && directory.errors.contains("it is not a regular file"))
    #expect(try names() == [])
  }

  /// What was not committed leaves nothing.
  @Test func discardedReplacementLeavesTheFile() throws {
    try write("old", to: "a")
    let replacement = try Replacement(of: path("a"))
    try replacement.output.write("new")
    #expect(try names().count == 2)
    replacement.discard()
    replacement.discard()
    #expect(try names() == ["a"] && text(of: "a") == "old")
    let second = try Replacement(of: path("a"))
    try second.output.write("new")
    try second.commit()
    second.discard()
    #expect(try names() == ["a"] && text(of: "a") == "new")
  }
}
