import RushJSON

extension InProcessContender {
  static let rushJSONName = "RushJSON"

  static var rushJSON: InProcessContender {
    InProcessContender(
      name: rushJSONName,
      preparations: [
        .validate: { input in
          run(input, work: { try JSONDocument.validate($0) }, describe: { _ in .accepted })
        },
        .document: { input in
          run(input, work: { try JSONDocument(parsing: $0) }, describe: RushJSONWalk.fingerprint)
        },
        .walk: { input in
          run(
            input,
            work: { bytes in
              let document = try JSONDocument(parsing: bytes)
              var visitor = TouchingVisitor()
              RushJSONWalk.walk(document, into: &visitor)
              blackHole(visitor.sum)
              return document
            }, describe: RushJSONWalk.fingerprint)
        },
        .decodeNumber: { input in
          let decoder = RushJSONDecoder()
          return PartialReading.number(input) {
            try decoder.decode(Int.self, from: $0, at: JSONPointer(tokens: $1))
          }
        },
        .tree: { input in
          run(
            input, work: { try RawJSON(parsing: $0) },
            describe: { tree in
              var visitor = FingerprintVisitor()
              RushJSONWalk.walk(tree, into: &visitor)
              return visitor.fingerprint
            })
        },
      ], rushJSONWriting, rushJSONNumbers, rushJSONDates, TypedCoding.tasks(.rushJSON),
      TypedCoding.directTasks(.rushJSON, .direct), rushJSONUserInfo, rushJSONObjects,
      rushJSONStreams, rushJSONRecords, rushJSONStreaming)
  }

  private static func run<Output>(
    _ input: BenchmarkInput, work: @escaping ([UInt8]) throws -> Output,
    describe: @escaping (Output) throws -> Fingerprint
  ) -> any PreparedRun {
    let bytes = input.bytes
    return InProcessRun(work: { try work(bytes) }, describe: describe)
  }
}

/// Walking what the library returns.
enum RushJSONWalk {
  static func fingerprint(of document: JSONDocument) -> Fingerprint {
    var visitor = FingerprintVisitor()
    walk(document, into: &visitor)
    return visitor.fingerprint
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
      case .bool: copy.visit(bool: cursor.bool)
      case .number: copy.visit(number: cursor.double)
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

extension InProcessContender {
  /// RushJSON's work at the tasks that write. A text is judged by reading it.
  static var rushJSONWriting: Preparations {
    [
      .write: { try written(JSONDocument(parsing: $0.bytes)) { try $0.jsonBytes() } },
      .writeTree: { try written(RawJSON(parsing: $0.bytes)) { try $0.jsonBytes() } },
      .pretty: { try written(RawJSON(parsing: $0.bytes)) { try $0.jsonBytes(.pretty) } },
      .roundtrip: { written($0.bytes) { try JSONDocument(parsing: $0).jsonBytes() } },
    ]
  }

  private static func written<Value>(
    _ value: Value, _ write: @escaping (Value) throws -> [UInt8]
  ) -> any PreparedRun {
    InProcessRun(work: { try write(value) }, describe: textFingerprint)
  }

  private static func textFingerprint(_ text: [UInt8]) throws -> Fingerprint {
    RushJSONWalk.fingerprint(of: try JSONDocument(parsing: text))
  }
}
