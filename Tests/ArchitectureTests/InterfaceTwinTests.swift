import Foundation
import Testing

/// Types without `Codable` go wherever `Codable` types go: each public function for `Decodable` or `Encodable`
/// types has a twin for `JSONReadable` or `JSONWritable` ones, or a reason why not.
///
/// `Docs/PublicInterface.txt` lists the functions.
@Suite struct InterfaceTwinTests {
  /// What has no twin, by the beginning of its name.
  private static let reasons = [
    "DefaultValue.": "a wrapper of the properties of Codable types",
    "OpenEnum.": "enums of models have a case for unknown values",
    "LossyArray.": "a wrapper of the properties of Codable types",
    "LossyDictionary.": "a wrapper of the properties of Codable types",
    "OneOrMany.": "a wrapper of the properties of Codable types",
    "ObjectOrEmptyArray.": "a wrapper of the properties of Codable types",
    "Stringified.": "a wrapper of the properties of Codable types",
    "KeyedDecodingContainer.": "a container of Codable",
    "KeyedEncodingContainer.": "a container of Codable",
    "JSONReader.value": "a default value of Codable is one of a property",
    "JSONWriter.member": "the twin takes the field or optional as a value",
    "JSONWriter.value": "JSONWritable.write(to:) is the twin",
  ]

  struct Function: Hashable {
    /// Such as `RawJSON.decode`.
    var name: String
    /// The declaration without the order of its constraints.
    var declaration: String
  }

  /// The functions, by type and name, in a text like `Docs/PublicInterface.txt`.
  static func functions(in text: String) -> [Function] {
    var found: [Function] = []
    var top = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasPrefix("    ") else {
        top = String(line)
        continue
      }
      var parts = line.dropFirst(4).split(separator: " › ").map(String.init)
      let declaration = parts.removeLast()
      guard let match = declaration.firstMatch(of: /\b(?:func (\w+)|(init)\??)[<(]/) else {
        continue
      }
      let type = ([top] + parts).joined(separator: ".")
      found.append(
        Function(
          name: "\(type).\(match.1 ?? match.2 ?? "")",
          declaration: withSortedConstraints(declaration))
      )
    }
    return found
  }

  /// Constraints are in an order that depends on the names of protocols.
  private static func withSortedConstraints(_ declaration: String) -> String {
    declaration.replacing(/where ([^\[\]]+)/) { match in
      "where "
        + match.1.trimmingCharacters(in: .whitespaces).components(separatedBy: ", ").sorted()
        .joined(separator: ", ")
    }
  }

  /// Those for `Codable` types whose twin is not in the text.
  static func withoutTwin(in text: String) -> [Function] {
    let functions = functions(in: text)
    let known = Set(functions)
    return functions.filter { function in
      // A function for types of both kinds only says which of two is meant.
      guard function.declaration.contains(/\b(De|En)codable\b/),
        !function.declaration.contains(/\bJSON(Read|Writ)able\b/)
      else { return false }
      let twin = function.declaration
        .replacing("init(from decoder: any Decoder)", with: "init(from reader: inout JSONReader)")
        .replacing(
          "encode(to encoder: any Encoder) throws",
          with: "write(to writer: inout JSONWriter) throws(JSONWritingError)"
        )
        .replacing(/\bDecodable\b/, with: "JSONReadable")
        .replacing(/\bEncodable\b/, with: "JSONWritable")
      let sorted = withSortedConstraints(twin)
      return !known.contains { $0.declaration == sorted && type(of: $0) == type(of: function) }
    }
  }

  private static func type(of function: Function) -> Substring {
    function.name.prefix(upTo: function.name.lastIndex(of: ".") ?? function.name.startIndex)
  }

  private static func missing() throws -> [Function] {
    withoutTwin(in: try PackageTree.text(of: "Docs/PublicInterface.txt"))
  }

  @Test func eachFunctionForCodableTypesHasATwin() throws {
    for function in try Self.missing() {
      let hasReason = Self.reasons.keys.contains { function.name.hasPrefix($0) }
      #expect(hasReason, "\(function.name) takes only Codable types: \(function.declaration)")
    }
  }

  @Test func eachReasonIsNeeded() throws {
    let missing = try Self.missing()
    for start in Self.reasons.keys {
      #expect(missing.contains { $0.name.hasPrefix(start) }, "\(start)")
    }
  }

  @Test func theTestFindsTwins() {
    let text = """
      Kettle
          func pour<T>(_ type: T.Type) -> T where T : Decodable, T : Sendable
          func pour<T>(_ type: T.Type) -> T where T : JSONReadable, T : Sendable
          func fill(with tea: some Encodable) throws
          func pour<T>(context: T.Context) -> T where T : DecodableWithContext
          init(from decoder: any Decoder) throws  [where Tea : Decodable]
          init(from reader: inout JSONReader) throws  [where Tea : JSONReadable]
          Lid › func lift<T>() -> T where T : Decodable
      Pot
          func fill(with tea: some JSONWritable) throws
      """
    #expect(Self.withoutTwin(in: text).map(\.name) == ["Kettle.fill", "Kettle.Lid.lift"])
  }
}
