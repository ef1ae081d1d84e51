// Linked with the product that most programs import.

import RushJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Visit: Codable, Equatable {
  var date: Date
  var place: Data
}
let visit = Visit(date: Date(timeIntervalSince1970: 1.5), place: Data("home".utf8))
let text = try RushJSONEncoder().encode(visit)
let decoded = try RushJSONDecoder().decode(Visit.self, from: text)
precondition(decoded == visit)
