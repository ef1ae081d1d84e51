// Reads and writes types without Codable.
// Builds of a few tests leave the macros out (Package.swift).
#if canImport(RushJSONMacros)
  import Foundation
  import RushJSON
  import RushJSONMacros

  @JSONModel(names: .snakeCase)
  struct Book {
    var title: String
    var pageCount: Int?
    var tags: [String] = []
    @Name("isbn13", also: "isbn") var isbn: String
    @Format(.rfc3339) var published: Date
    @Ignored var isOpen = false
    @Unknown var rest: JSONObject
  }

  @JSONModel(tag: .internal("type"))
  enum Shape {
    case circle(radius: Double = 1)
    case none
  }

  let text = #"{"title":"A","isbn":"978-0","published":"2026-11-22T09:00:00Z","shelf":3}"#
  let book = try RushJSONDecoder().decode(Book.self, from: Data(text.utf8))
  print(book.tags, book.rest["shelf"] ?? nil)
  print(String(decoding: try RushJSONEncoder().encode(book), as: UTF8.self))

  let shape = try RushJSONDecoder().decode(Shape.self, from: Data(#"{"type":"circle"}"#.utf8))
  print(try shape.jsonString())
#endif
