/// `events`: the feed of a repository-hosting site, where the type decides which members follow.
struct EventsShape: ShapeDocument {
  /// Most of a feed is pushes and comments: a kind is as frequent as it is listed.
  private static let kinds = [
    "push", "push", "push", "issue", "comment", "comment", "star", "fork", "release",
  ]

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)
  var clock = 1_740_000_000

  mutating func item() {
    let kind = random.element(of: Self.kinds)
    clock += random.integer(in: 0...90)
    writer.beginObject()
    writer.member("id", String(random.integer(in: 10_000_000_000...99_999_999_999)))
    writer.member("type", kind)
    account("actor")
    writer.beginObject("repository")
    writer.member("id", random.integer(in: 1...900_000_000))
    writer.member("name", "\(random.nextWord())/\(random.nextWord())-\(random.nextWord())")
    writer.end()
    writer.beginObject("payload")
    switch kind {
    case "push": push()
    case "issue": issue()
    case "comment": comment()
    case "star": writer.member("action", "started")
    case "fork": fork()
    default: release()
    }
    writer.end()
    writer.member("public", true)
    writer.member("created_at", date())
    if random.chance(1, in: 3) { account("organisation") }
    writer.end()
  }

  private mutating func push() {
    writer.member("push_id", random.integer(in: 1...9_999_999_999))
    writer.member("ref", "refs/heads/\(random.nextWord())")
    writer.member("head", random.hexadecimal(40))
    writer.member("before", random.hexadecimal(40))
    objects("commits", random.integer(in: 1...5)) {
      $0.writer.member("sha", $0.random.hexadecimal(40))
      $0.writer.beginObject("author")
      $0.writer.member("email", "\($0.random.nextWord())@mail.example")
      $0.writer.member("name", $0.random.personName())
      $0.writer.end()
      $0.writer.member("message", $0.message())
      $0.writer.member("distinct", $0.random.chance(9, in: 10))
    }
  }

  private mutating func issue() {
    writer.member("action", random.chance(1, in: 2) ? "opened" : "closed")
    writer.beginObject("issue")
    writer.member("number", random.integer(in: 1...40_000))
    writer.member("title", random.sentence(words: 6))
    account("user")
    objects("labels", random.integer(in: 0...3)) {
      $0.writer.member("name", $0.random.nextWord())
      $0.writer.member("color", $0.random.hexadecimal(6))
    }
    writer.member("milestone", token: "null")
    writer.member("comments", random.integer(in: 0...60))
    writer.member("body", message())
    writer.end()
  }

  private mutating func comment() {
    writer.member("action", "created")
    writer.beginObject("comment")
    writer.member("id", random.integer(in: 1...2_000_000_000))
    account("user")
    writer.member("body", message())
    writer.beginObject("reactions")
    writer.member("+1", random.integer(in: 0...9))
    writer.member("-1", 0)
    writer.member("heart", random.integer(in: 0...4))
    writer.end()
    writer.end()
  }

  private mutating func fork() {
    writer.beginObject("forkee")
    writer.member("id", random.integer(in: 1...900_000_000))
    writer.member("full_name", "\(random.accountName())/\(random.nextWord())")
    writer.member("private", false)
    writer.member("description", token: "null")
    writer.member("size", random.integer(in: 0...100_000))
    writer.member("default_branch", "main")
    writer.end()
  }

  private mutating func release() {
    writer.member("action", "published")
    writer.beginObject("release")
    writer.member("tag", "v\(random.integer(in: 0...9)).\(random.integer(in: 0...40)).0")
    writer.member("draft", false)
    objects("assets", random.integer(in: 0...3)) {
      $0.writer.member("name", "\($0.random.nextWord())-linux.tar.gz")
      $0.writer.member("size", $0.random.integer(in: 1_000...900_000_000))
      $0.writer.member("downloads", $0.random.integer(in: 0...90_000))
    }
    writer.member("body", message())
    writer.end()
  }

  private mutating func account(_ name: String) {
    let login = random.accountName()
    writer.beginObject(name)
    writer.member("id", random.integer(in: 1...200_000_000))
    writer.member("login", login)
    writer.member("url", "https://api.forge.example/accounts/\(login)")
    writer.member("avatar_url", "https://img.forge.example/u/\(random.hexadecimal(8))?")
    writer.end()
  }

  private mutating func message() -> String {
    var text = random.sentence(words: random.integer(in: 3...10))
    for _ in 0..<random.integer(in: 0...2) {
      text += "\n\n" + random.sentence(words: random.integer(in: 5...25))
    }
    if random.chance(1, in: 8) { text += "\n```\n\tlet x = \"\(random.nextWord())\"\n```" }
    return text
  }

  private mutating func date() -> String {
    CivilTime.text(secondsSince1970: clock) + "Z"
  }
}
