// Wrappers around wrappers, and what was left out.
import RushJSON
import RushJSONProperties

struct Shelf: Codable {
  @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var sizes: [Int]
  @DefaultValue<JSONDefaults.EmptyObject> @LossyDictionary
  var prices: [String: Int]
  @DefaultValue<JSONDefaults.Zero> @Stringified var views: Int
  @DefaultValue<JSONDefaults.Lossy<JSONDefaults.True>> @LenientBool
  var isOpen: Bool
  @DefaultValue<Today> @Formatted<JSONStyles.RFC3339> var date: JSONTimestamp
}

// Your own default is a value of the wrapper inside.
enum Today: JSONDefaults.Provider {
  static var defaultValue: Formatted<JSONStyles.RFC3339<JSONTimestamp>> {
    .init(wrappedValue: JSONTimestamp(seconds: 1_795_910_400))
  }
}

let shelf = try RushJSONDecoder().decode(
  Shelf.self, from: #"{"sizes": [1, "x"], "views": "7", "isOpen": "?"}"#)
print(shelf.sizes, shelf.prices, shelf.views, shelf.isOpen)  // [1] [:] 7 true
for skipped in shelf.$sizes.projectedValue { print(skipped.place) }  // index(1)
