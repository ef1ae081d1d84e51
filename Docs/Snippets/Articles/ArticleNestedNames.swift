// Properties inside other objects, and two forms of one type.
#if canImport(RushJSONMacros)
  // snippet.program
  import Foundation
  import RushJSON
  import RushJSONMacros

  /// As the program keeps it.
  @JSONModel
  struct Post {
    var id: Int
    var title: String
    @Format(.unix(.seconds)) var created: Date
  }

  /// As the server has it.
  @JSONModel
  struct ServerPost {
    @Name("post_id") var id: Int
    @Name(at: "/data/meta/title") var title: String
    @Name(at: "/data/created_at") @Format(.rfc3339) var created: Date

    init(_ post: Post) {
      (id, title, created) = (post.id, post.title, post.created)
    }

    var post: Post { Post(id: id, title: title, created: created) }
  }

  let text = #"""
    {"post_id": 7, "data": {"meta": {"title": "Alps", "lang": "de"},
                            "created_at": "2026-11-28T09:00:00Z"}}
    """#
  let post = try RushJSONDecoder().decode(ServerPost.self, from: text).post
  print(try RushJSONEncoder().encodeToString(ServerPost(post)))
  // {"post_id":7,"data":{"meta":{"title":"Alps"},"created_at":…}}
  print(try RushJSONEncoder().encodeToString(post))  // {"id":7,"title":…}
// snippet.end
#endif
