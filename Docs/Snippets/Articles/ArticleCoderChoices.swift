// An encoder writes nil in one of three ways, and a name style matches names with keys.
import RushJSON

struct Person: Codable {
  var firstName: String
  var imageURL: String?
}

let ada = Person(firstName: "Ada", imageURL: nil)
let writer = RushJSONEncoder()
print(try writer.encodeToString(ada))  // {"firstName":"Ada"}
writer.nilEncodingStrategy = .null
print(try writer.encodeToString(ada))  // {"firstName":"Ada","imageURL":null}
writer.nameStyle = .kebabCase
print(try writer.encodeToString(ada))
// {"first-name":"Ada","image-url":null}

// `image_url` is `imageURL` only for a style that ignores the case.
let reader = RushJSONDecoder()
reader.nameStyle = .snakeOrKebabCase
for text in [
  #"{"first_name": "Ada", "image_url": "a"}"#,
  #"{"first-name": "Ada", "image-url": "b"}"#,
] {
  print(try reader.decode(Person.self, from: text).imageURL ?? "-")
}
// a
// b
