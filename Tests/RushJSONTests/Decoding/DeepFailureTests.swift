import Foundation
import RushJSON
import Testing

/// Types that try several kinds of value at each of many levels: every error has the path of its value, and
/// costs no more the deeper it is.
@Suite struct DeepFailureTests {
  private final class Log: @unchecked Sendable {
    @TaskLocal static var current = Log()
    var paths: [String] = []

    func note(_ error: any Error) {
      let context: DecodingError.Context? =
        switch error {
        case DecodingError.typeMismatch(_, let context),
          DecodingError.valueNotFound(_, let context),
          DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
          context
        default: nil
        }
      paths.append(context?.codingPath.map(\.stringValue).joined(separator: "/") ?? "\(error)")
    }
  }

  private struct Union: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      func attempt(_ body: () throws -> Void) {
        do { try body() } catch { Log.current.note(error) }
      }
      attempt { _ = try container.decode(Int.self) }
      attempt { _ = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: "n") }
      attempt { _ = try container.decode([String: Union].self) }
      attempt { _ = try container.decode([Union].self) }
      attempt {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { _ = try list.decode(Union.self) }
      }
    }
  }

  private static func paths(_ decode: () throws -> Void) rethrows -> [String] {
    try Log.$current.withValue(Log()) {
      try decode()
      // Foundation decodes the members of a dictionary in no order.
      return Log.current.paths.sorted()
    }
  }

  /// Levels that branch would be read again and again.
  @Test(arguments: [
    String(repeating: "[", count: 9) + "1,\"a\"" + String(repeating: "]", count: 9),
    (0..<14).reduce("[1,{\"n\":2}]") { "{\"m\($1)\":\($0),\"n\":\"x\"}" },
    (0..<9).reduce("7") { "[{\"a\($1)\":\($0)}]" },
  ])
  func everyErrorHasItsPath(text: String) throws {
    let decoder = RushJSONDecoder()
    let expected = try Self.paths {
      _ = try JSONDecoder().decode(Union.self, from: Data(text.utf8))
    }
    for _ in 0..<2 {
      #expect(try Self.paths { _ = try decoder.decode(Union.self, from: text) } == expected)
    }
    // Other names at the same places.
    let other = text.replacingOccurrences(of: "m", with: "k")
    let paths = try Self.paths { _ = try decoder.decode(Union.self, from: other) }
    #expect(paths == expected.map { $0.replacingOccurrences(of: "m", with: "k") }.sorted())
  }
}
