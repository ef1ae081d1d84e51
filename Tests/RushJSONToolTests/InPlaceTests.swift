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

  // MARK: - Edits

  private static let settings =
    "{\n  // Colours\n  \"theme\": \"dark\", // or light\n  \"size\": 12.0,\n}\n"

  @Test func editKeepsLayoutAndPermissions() throws {
    try write(Self.settings, to: "a.json", permissions: 0o600)
    let run = try ToolRun([
      "edit", "--set", "/theme", "light", path("a.json"), "--set", ".list", "[1]", "--append",
      "/list", "2", "--rename", "/size", "width", "--insert=/list/0", "0",
    ])
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(
      try text(of: "a.json")
        == "{\n  // Colours\n  \"theme\": \"light\", // or light\n  \"width\": 12.0,\n  \"list\": [\n"
        + "    0,\n    1,\n    2,\n  ],\n}\n")
    #expect(try permissions(of: "a.json") == 0o600)
    #expect(try names() == ["a.json"])
  }

  @Test func editThatDoesNotApplyChangesNothing() throws {
    try write(Self.settings, to: "a.json")
    let run = try ToolRun(["edit", "--remove", "/size", "--remove", "/none", path("a.json")])
    #expect(run.code == 1)
    #expect(
      run.errors.contains("the edit does not apply: no member is named \"none\" in the object"))
    #expect(run.errors.contains("(byte 0, line 1, column 1)"), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
    #expect(try text(of: "a.json") == Self.settings)
  }

  @Test func editOfStandardInputIsPrinted() throws {
    let arguments = [
      "edit", "--json5", "--create", "--set", "/a/b", "true", "--move", "/c", "/d", "-",
    ]
    let run = try ToolRun(arguments, input: "{c: 'x'}\n")
    #expect(run.code == 0)
    #expect(run.output == "{a: {b: true}, d: 'x'}\n", "\(run.output)")
  }

  @Test func listedEditsAreNotWritten() throws {
    try write("[1, 2, 3]", to: "a")
    let run = try ToolRun(["edit", "--list", "--set", "/0", "5", "--remove", "/2", path("a")])
    let expected = """
      {"offset":1,"length":1,"text":"5"}
      {"offset":5,"length":3,"text":""}

      """
    #expect(run.output == expected)
    #expect(try text(of: "a") == "[1, 2, 3]")
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
