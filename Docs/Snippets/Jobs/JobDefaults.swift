// Members that may be missing, null, or written in another way.
import RushJSON
import RushJSONProperties

struct Article: Codable {
  var title: String
  // Missing or null: the default.
  @DefaultValue<JSONDefaults.False> var isPinned: Bool
  @DefaultValue<JSONDefaults.Empty> var tags: [String]
  @DefaultValue<Draft> var state: String
  // Elements that fail are left out; `$comments` says which, and why.
  @LossyArray var comments: [Comment]
  // 1, "1", "yes" and true are true.
  @LenientBool var isPublic: Bool
  // 42 and "42".
  @Stringified var views: Int
  // Missing, null or a value, told apart.
  var subtitle: JSONField<String>
}

struct Comment: Codable {
  var text: String
}

// A default of your own is a type.
enum Draft: JSONDefaults.Provider {
  static var defaultValue: String { "draft" }
}

let json = """
  {"title": "Fast", "tags": null, "comments": [{"text": "ok"}, {"txt": "typo"}],
   "isPublic": "yes", "views": "42", "subtitle": null}
  """
let article = try RushJSONDecoder().decode(Article.self, from: json)
print(article.isPinned, article.tags, article.state)  // false [] draft
print(article.comments.count, article.$comments.count)  // 1 1
print(article.isPublic, article.views, article.subtitle.isNull)
// true 42 true

// Without a type: a default at the place of use.
let tree = try RawJSON(parsing: json)
print(try tree.valueIfPresent(Int.self, at: "/likes") ?? 0)  // 0
print(try tree.valueIfPresent(String.self, at: "/comments/0/text") ?? "-")
// ok
