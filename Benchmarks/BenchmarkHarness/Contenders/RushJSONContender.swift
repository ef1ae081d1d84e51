import Foundation
import RushJSON
import RushJSONStreams

extension InProcessContender {
  static let rushJSONName = "RushJSON"

  static var rushJSON: InProcessContender {
    InProcessContender(
      name: rushJSONName,
      preparations: [
        .validate: run(on: \.self, { try JSONDocument.validate($0) }, describe: { _ in .accepted }),
        .document: run(
          on: \.self, { try JSONDocument(parsing: $0) }, describe: RushJSONWalk.fingerprint),
        .walk: run(
          on: \.self,
          { bytes in
            let document = try JSONDocument(parsing: bytes)
            var visitor = TouchingVisitor()
            RushJSONWalk.walk(document, into: &visitor)
            blackHole(visitor.sum)
            return document
          }, describe: RushJSONWalk.fingerprint),
        .tree: run(
          on: \.self, { try RawJSON(parsing: $0) },
          describe: { tree in Fingerprint.walk { RushJSONWalk.walk(tree, into: &$0) } }),
        .decodeNumber: { input in
          let decoder = RushJSONDecoder()
          return PartialReading.number(input) {
            try decoder.decode(Int.self, from: $0, at: JSONPointer(tokens: $1))
          }
        },
        .write: writing({ try JSONDocument(parsing: $0) }) { try $0.jsonBytes() },
        .writeTree: writing({ try RawJSON(parsing: $0) }) { try $0.jsonBytes() },
        .pretty: writing({ try RawJSON(parsing: $0) }) { try $0.jsonBytes(.pretty) },
        .roundtrip: writing(\.self) { try JSONDocument(parsing: $0).jsonBytes() },
        .objects: run(
          on: { Data($0) },
          { try RushJSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) },
          describe: FoundationJSON.fingerprint(of:)),
        .writeObjects: run(
          on: { try FoundationJSON.parse(Data($0)) },
          { try RushJSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) },
          describe: FoundationJSON.fingerprint(ofText:)),
      ], rushJSONNumbers, rushJSONDates, TypedCoding.tasks(TypedCoders.rushJSON),
      TypedCoding.directTasks(.rushJSON(.kept), .direct), rushJSONUserInfo, rushJSONStreams,
      rushJSONSmallTexts, rushJSONConveniences,
      rushJSONRecords, rushJSONStreaming)
  }

  /// A task that writes. Its text is judged by reading it.
  private static func writing<Value>(
    _ convert: @escaping ([UInt8]) throws -> Value, _ write: @escaping (Value) throws -> [UInt8]
  ) -> Preparation {
    run(on: convert, write) { try RushJSONWalk.fingerprint(of: JSONDocument(parsing: $0)) }
  }
}

/// Walking what the library returns.
enum RushJSONWalk {
  static func fingerprint(of document: JSONDocument) -> Fingerprint {
    .walk { walk(document, into: &$0) }
  }

  static func walk(_ document: JSONDocument, into visitor: inout some ValueVisitor) {
    // A copy, as a program's own variables would be: what a loop changes through an address, it must
    // store before each byte that it reads.
    var copy = visitor
    defer { visitor = copy }
    var cursor = document.cursor()
    while cursor.advance() {
      switch cursor.kind {
      case .null: copy.visitNull()
      case .bool: copy.visit(bool: cursor.bool == true)
      case .number: copy.visit(number: cursor.double ?? .nan)
      case .string:
        if cursor.isName {
          cursor.withUTF8 { copy.visit(name: $0) }
        } else {
          cursor.withUTF8 { copy.visit(string: $0) }
        }
      case .array: copy.visitArray()
      case .object: copy.visitObject()
      }
    }
  }

  static func walk(_ tree: RawJSON, into visitor: inout some ValueVisitor) {
    switch tree {
    case .null: visitor.visitNull()
    case .bool(let value): visitor.visit(bool: value)
    case .number(let number): visitor.visit(number: number.nearestDouble)
    case .string(let text): visitor.visit(string: text.utf8.span)
    case .array(let elements):
      visitor.visitArray()
      for element in elements { walk(element, into: &visitor) }
    case .dictionary(let members):
      visitor.visitObject()
      for member in members {
        visitor.visit(name: member.name.utf8.span)
        walk(member.value, into: &visitor)
      }
    }
  }
}
