import Foundation
import Testing

@testable import RushJSONMacroExpansion

/// Expansions as text: each file of the folder `Expansions` has a declaration and what it becomes.
///
/// ```
/// @JSONModel class C { … }
///
/// // in the type
/// required init(from reader: …
///
/// // outside of it
/// extension C: …
/// ```
@Suite struct ExpansionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Expansions")

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func thereAreFiles() { #expect(Self.names.count >= 19) }

  @Test(arguments: names)
  func expansionIsThatOfTheFile(name: String) throws {
    let file = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let marks = ["\n// in the type\n", "\n// outside of it\n"]
    let source = try #require(
      marks.compactMap { file.range(of: $0)?.lowerBound }.min().map { String(file[..<$0]) })
    let model = ExpandedModel(source)
    var text = source
    if !model.member.source.isEmpty { text += marks[0] + model.member.source }
    text += marks[1] + model.extension.source
    #expect(text == file)
  }

  @Test func availabilityIsThatOfTheTypesAround() {
    let source = "@JSONModel @available(macOS 15, *) struct S { var a: Int }"
    let expansion = ExpandedModel(
      source,
      context: [
        "@available(macOS 15, *) struct Inner {}",
        "@available(iOS 18, *)\n@_spi(A) extension Outer {}",
      ]
    ).extension.source
    let head = """
      @available(macOS 15, *)
      @available(iOS 18, *)
      @_spi(A)
      nonisolated extension S: 
      """
    #expect(expansion.hasPrefix(head))
  }

  @Test func statementsThatDependOnTypesAreAtTheirAttributes() {
    let source = """
      @JSONModel struct S {
        var a: Int

        @Flattened var b: B
      }
      """
    let lines = ExpandedModel(source, line: 7).extension.source.split(separator: "\n")
    #expect(
      Array(lines[3...9]) == [
        "#sourceLocation(file: \"F.swift\", line: 8)",
        "    self.a = try reader.value(RushJSONCore.JSONName(prepared: #\",\"a\":\"#))",
        "#sourceLocation()", "#sourceLocation(file: \"F.swift\", line: 10)",
        "    self.b = try reader.read(as: \"b\", beside: { Self._addNames(to: &$0) }, part: 0)",
        "#sourceLocation()",
        "  }",
      ])
  }

  @Test func typesWithoutAPartialOneAreErrorsAtTheirProperties() {
    let source = """
      @JSONModel(partial: true) struct S {
        var a: Int

        var b: [B]
      }
      """
    let lines = ExpandedModel(source, line: 7).extension.source.split(separator: "\n")
    let start = lines.firstIndex { $0.contains("struct Partial") } ?? 0
    #expect(
      Array(lines[(start + 1)...].prefix(4)) == [
        "    var a: Int?", "#sourceLocation(file: \"F.swift\", line: 10)",
        "    var b: [B.Partial]?", "#sourceLocation()",
      ])
  }

  /// Any value of the member is accepted, because it is not read.
  @Test func schemaOfAConstantAcceptsEverything() {
    let source = "@JSONModel(schema: true) struct S {\n  /// Text.\n  let k = 3\n  var a: Int\n}"
    let schema = ExpandedModel(source).extension.source
    #expect(schema.contains("schema.unreadMember(\"k\", about: \"Text.\")"))
    #expect(schema.contains("schema.member(.init(\"a\"), of: { ($0 as Self).a })"))
    let written = "@JSONModel(only: .writing, schema: true) struct S { let k = 3 }"
    #expect(ExpandedModel(written).extension.source.contains("schema.member(.init(\"k\""))
  }

  @Test func onlyMissingConformancesAreDeclared() {
    let source = "@JSONModel struct S { var a: Int }"
    func head(_ conformances: String?) -> String? {
      ExpandedModel(source, conformances: conformances).extension.source
        .split(separator: "\n").first.map(String.init)
    }
    #expect(
      head(nil)
        == "nonisolated extension S: RushJSONCore.JSONReadable, Swift.Decodable, "
        + "RushJSONCore.JSONReader._FaultFinding, RushJSONCore.JSONWritable, Swift.Encodable {")
    #expect(
      head("struct Placeholder: JSONWritable {}")
        == "nonisolated extension S: RushJSONCore.JSONWritable {")
    #expect(
      head("struct Placeholder: Encodable, Decodable {}")
        == "nonisolated extension S: Swift.Decodable, Swift.Encodable {")
    #expect(head("") == "nonisolated extension S {")
    #expect(head("struct Placeholder: JSONReadableRow {}") == "nonisolated extension S {")
  }
}
