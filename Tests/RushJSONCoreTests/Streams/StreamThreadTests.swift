import RushJSONCore
import RushJSONStreams
import Testing

/// Values of a stream that other threads read while the stream continues.
@Suite struct StreamThreadTests {
  /// Other threads look at snapshots while the reader goes on.
  @Test func snapshotsAreReadWhileMoreComes() async throws {
    let text = Array(("{\"list\":[1,2]," + (0..<2_000).map { "\"\($0)\":[\($0)]," }.joined()).utf8)
    var partial = PartialJSON()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for start in stride(from: 0, to: text.count, by: 100) {
        try partial.feed(text[start..<min(start + 100, text.count)])
        guard let snapshot = partial.snapshot() else { continue }
        group.addTask {
          guard case .dictionary(let object) = snapshot else { return false }
          let names = Array(object.names.prefix(50)) + Array(object.names.suffix(50))
          let text = try snapshot.jsonString()
          return names.allSatisfy { object[$0] != nil } && object["none"] == nil
            && text.utf8.count > object.count
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test func keptDocumentsAreReadWhileTheStreamContinues() async throws {
    let lines = (100_000..<103_000).map { "{\"id\":\($0),\"tags\":[\"a\",\"b\"]}\n" }
    let stream = Array(lines.joined().utf8)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, line) in JSONLines([stream]).documents().enumerated() where index % 5 == 0 {
        let document = try line.get()
        group.addTask {
          let tags = try #require(document.root["tags"])
          return try #require(document.root["id"]).int() + tags.count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == stride(from: 0, to: 3000, by: 5).reduce(0) { $0 + 100_002 + $1 })
  }
}
