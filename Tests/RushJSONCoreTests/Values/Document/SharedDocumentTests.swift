import RushJSONCore
import Testing

/// One document, many threads: the first look-up makes the index of a large object.
///
/// `.ci/run` repeats these tests under the thread sanitizer.
@Suite struct SharedDocumentTests {
  /// More large objects than one table of indexes has slots, so tables are chained meanwhile.
  private static let objects = 50
  private static let members = 80

  private static var text: [UInt8] {
    let object = (0..<members).map { "\"name \($0)\":\($0)" }.joined(separator: ",")
    return Array("[\((0..<objects).map { _ in "{\(object)}" }.joined(separator: ","))]".utf8)
  }

  @Test func lookUpsFromManyThreadsFindTheSame() async throws {
    let document = try JSONDocument(parsing: Self.text)
    let found = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<Self.objects * Self.members).count { step in
            // Each task begins at another place, so that several make the same index.
            let at = (step + task * 501) % (Self.objects * Self.members)
            let object = document.root[at / Self.members]
            return object?["name \(at % Self.members)"].map { Self.int($0) } == at % Self.members
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(found == 8 * Self.objects * Self.members)
  }

  @Test func treesAreReadAndFreedByManyThreads() async throws {
    let tree = try RawJSON(parsing: Self.text)
    let found = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = tree
          copy[task]?["name 1"] = .bool(true)
          return (0..<Self.objects).count { tree[$0]?["name 1"]?.intValue == 1 }
            + (copy[task]?["name 1"]?.boolValue == true ? 1 : 0)
        }
      }
      return await group.reduce(0, +)
    }
    #expect(found == 8 * (Self.objects + 1))
  }

  /// Two threads read documents that are kept, 2,000 of them, while the reader goes on.
  @Test func keptDocumentsOfAReaderAreReadByTwoThreads() async throws {
    let right = try await withThrowingTaskGroup(of: Int.self) { group in
      var reader = JSONDocument.Reader()
      var kept: [(id: Int, document: JSONDocument)] = []
      for id in 0..<4000 {
        let padding = String(repeating: " ", count: id % 500 == 499 ? 5000 : 0)
        let document = try reader.parse(#"{"id":\#(id),"text":"\u00e9"}"# + padding)
        if id % 4 < 2 { kept.append((id, document)) }
        if id % 200 != 199 { continue }
        let documents = kept
        kept = []
        for _ in 0..<2 {
          group.addTask {
            documents.count { id, document in
              document.root["id"].map(Self.int) == id && document.root["text"]?.kind == .string
            }
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(right == 2 * 2000)
  }

  private static func int(_ value: JSONDocument.Value) -> Int? {
    do {
      return try value.int()
    } catch {
      return nil
    }
  }
}
