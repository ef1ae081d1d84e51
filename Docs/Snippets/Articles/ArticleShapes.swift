// Members of another shape, in the article "Defaults and leniencies".
import RushJSON
import RushJSONProperties

struct Entry: Codable {
  @OneOrMany var tags: [String]  // "a", ["a", "b"], null, or missing
  @ObjectOrEmptyArray var labels: [String: Int]  // {"a": 1}, and [] as PHP writes {}
  @Stringified var id: String  // "a7", and 7
  @Stringified var count: Int  // 3, and "3"
  @Formatted<JSONStyles.Stringified<Double>?> var price: Double?
}

let entry = try RushJSONDecoder().decode(
  Entry.self,
  from: #"{"tags": "new", "labels": [], "id": 7, "count": "3", "price": 9.5}"#)
print(entry.tags, entry.labels, entry.id, entry.count)  // ["new"] [:] 7 3
print(try RushJSONEncoder().encodeToString(entry))
// {"tags":"new","labels":{},"id":7,"count":"3","price":"9.5"}
