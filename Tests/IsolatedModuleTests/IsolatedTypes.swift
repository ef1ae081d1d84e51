import Foundation
import RushJSON
import RushJSONProperties

// In this module everything belongs to the main actor by default, conformances too, as in new
// applications. That this file compiles is part of the test.

struct Person: Codable, Equatable {
  var name: String
  var age: Int?
  @LossyArray var tags: [String]
  @Formatted<JSONStyles.RFC3339> var seen: Date
}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case line
}

/// Counts the values that the main actor has seen.
final class Counter {
  var count = 0
}

/// Threads make values of this type, so it must be usable on them.
nonisolated struct Line: Codable, Equatable, Sendable {
  var n: Int
}

/// A type that is read and written with a context.
struct Price: DecodableWithContext, EncodableWithContext, Equatable {
  var cents: Int

  init(cents: Int) { self.cents = cents }

  init(from decoder: any Decoder, context: Int) throws {
    cents = try decoder.singleValueContainer().decode(Int.self) * context
  }

  func encode(to encoder: any Encoder, context: Int) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cents / context)
  }
}
