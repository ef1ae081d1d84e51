// Types that are read and written without Codable, by macros.
// Builds of a few tests leave the macros out (Package.swift).
#if canImport(RushJSONMacros)
  // snippet.program
  import Foundation
  import RushJSON
  import RushJSONMacros

  @JSONModel(names: .snakeCase)
  struct Book {
    var title: String
    var pageCount: Int?  // page_count; nil if missing or null
    var tags: [String] = []  // [] if missing
    @Name("isbn13", also: "isbn") var isbn: String  // writes the first name
    @Format(.rfc3339) var published: Date
    @Ignored var isOpen = false
    var cover: Cover
    @Unknown var rest: RawJSON.Object  // other members, written back unchanged
  }

  // An enum with a raw type is its raw value.
  @JSONModel
  enum Binding: String { case hard, soft }

  // Any other enum is an object with a tag.
  @JSONModel(tag: .internal("type"))
  enum Cover {
    case printed(binding: Binding, colours: Int = 4)
    case file(url: URL)
    case none
  }

  let json = #"""
    [{"title": "Alps", "page_count": 212, "isbn": "978-0", "shelf": 3,
      "published": "2026-11-22T09:00:00Z",
      "cover": {"type": "printed", "binding": "hard"}},
     {"title": "Sea", "isbn13": "978-1", "published": "2026-11-22T09:00:00Z",
      "cover": {"type": "none"}}]
    """#
  let books = try RushJSONDecoder().decode([Book].self, from: json)
  for book in books {
    switch book.cover {
    case .printed(let binding, let colours): print(binding, colours)  // hard 4
    case .file(let url): print(url)
    case .none: print("no cover")
    }
  }
  print(try RushJSONEncoder().encodeToString(books[0]))
  // {"title":"Alps","page_count":212,"tags":[],"isbn13":"978-0",…}

  // A wrong value is an error with its path, as with Codable.
  do {
    _ = try RushJSONDecoder().decode(Cover.self, from: #"{"type": "gold"}"#)
  } catch { print(error) }
// snippet.end
#endif
