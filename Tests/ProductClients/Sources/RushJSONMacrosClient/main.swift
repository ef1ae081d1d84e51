// Linked with the macros, which need nothing but the core.

import RushJSONMacros

@JSONModel struct Book: Equatable {
  var title: String
  var pages = 3
}
let book = try RushJSONCoreDecoder().decode(Book.self, from: #"{"title":"A"}"#)
precondition(book == Book(title: "A", pages: 3))
