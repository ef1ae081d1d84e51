/// `timeline` and `escaped`: statuses as a chat service sends them.
struct TimelineShape: ShapeDocument {
  var random: SeededGenerator
  var writer: ShapeWriter

  init(random: SeededGenerator, isASCII: Bool) {
    self.random = random
    writer = ShapeWriter(layout: .indented(2), isASCII: isASCII)
  }

  mutating func document(targetBytes: Int) -> [UInt8] {
    writer.beginObject()
    writer.beginArray("statuses")
    var count = 0
    repeat {
      status(isQuoted: false)
      count += 1
    } while writer.bytes.count < targetBytes
    writer.end()
    writer.beginObject("metadata")
    writer.member("count", count)
    writer.member("next", "https://chat.example/search?before=\(identifier())&lang=ja")
    writer.member("completed_in", token: "0.0\(random.digits(3))")
    writer.end()
    writer.end()
    return writer.bytes
  }

  private mutating func status(isQuoted: Bool) {
    let id = identifier()
    writer.beginObject()
    writer.member("created_at", date())
    writer.member("id", id)
    writer.member("id_str", String(id))
    writer.member("text", text())
    writer.member("source", "<a href=\"https://\(random.nextWord()).example\">Client</a>")
    writer.member("truncated", random.chance(1, in: 20))
    reply()
    user()
    writer.member("geo", token: "null")
    writer.member("coordinates", token: "null")
    place()
    writer.member("contributors", token: "null")
    writer.member("conversation_id", identifier())
    writer.member("repost_count", random.integer(in: 0...5_000))
    writer.member("like_count", random.integer(in: 0...90_000))
    writer.member("reply_count", random.integer(in: 0...300))
    writer.member("view_count", random.integer(in: 0...9_000_000))
    entities()
    writer.member("liked", random.chance(1, in: 9))
    writer.member("reposted", random.chance(1, in: 30))
    writer.member("bookmarked", false)
    writer.member("possibly_sensitive", random.chance(1, in: 15))
    writer.member("edited", random.chance(1, in: 25))
    writer.member("visibility", random.chance(5, in: 6) ? "public" : "followers")
    writer.member("score", token: "0.\(random.digits(7, leadingZero: true))")
    writer.member("lang", random.element(of: Vocabulary.languages))
    writer.member("thread_position", random.integer(in: 0...6))
    if !isQuoted, random.chance(1, in: 4) {
      writer.name("quoted_status")
      status(isQuoted: true)
    }
    writer.end()
  }

  private mutating func reply() {
    let id = random.chance(1, in: 3) ? identifier() : nil
    writer.member("in_reply_to_status_id", id)
    writer.member("in_reply_to_status_id_str", id.map(String.init))
    writer.member("in_reply_to_account", id == nil ? nil : random.accountName())
  }

  private mutating func user() {
    let id = random.integer(in: 10_000...3_999_999_999)
    let account = random.accountName()
    writer.beginObject("user")
    writer.member("id", id)
    writer.member("id_str", String(id))
    writer.member("name", random.personName())
    writer.member("account", account)
    writer.member("location", random.element(of: Vocabulary.cities))
    writer.member("description", text())
    writer.member("url", "https://chat.example/\(account)")
    writer.member("protected", false)
    writer.member("followers_count", random.integer(in: 0...250_000))
    writer.member("friends_count", random.integer(in: 0...3_000))
    writer.member("created_at", date())
    writer.member("utc_offset", random.integer(in: -12...12) * 3_600)
    writer.member("verified", random.chance(1, in: 12))
    writer.member("statuses_count", random.integer(in: 1...180_000))
    writer.member("profile_color", random.hexadecimal(6))
    writer.member("image_url", "https://img.example/\(random.hexadecimal(16))/normal.png")
    writer.member("following", token: random.chance(1, in: 2) ? "null" : "true")
    writer.end()
  }

  private mutating func place() {
    guard random.chance(1, in: 6) else {
      writer.member("place", token: "null")
      return
    }
    writer.beginObject("place")
    writer.member("id", random.hexadecimal(16))
    writer.member("name", random.element(of: Vocabulary.cities))
    writer.beginArray("centre")
    writer.token("\(random.integer(in: -179...179)).\(random.digits(6))")
    writer.token("\(random.integer(in: -89...89)).\(random.digits(6))")
    writer.end()
    writer.end()
  }

  private mutating func entities() {
    writer.beginObject("entities")
    objects("tags", random.integer(in: 0...2)) {
      $0.writer.member("text", $0.random.element(of: Vocabulary.cjk))
      $0.indices()
    }
    objects("links", random.integer(in: 0...1)) {
      $0.writer.member("url", "https://sho.example/\($0.random.hexadecimal(10))")
      $0.writer.member(
        "display_url", "\($0.random.nextWord()).example/\($0.random.hexadecimal(6))…")
      $0.indices()
    }
    objects("mentions", random.integer(in: 0...2)) {
      $0.writer.member("account", $0.random.accountName())
      $0.writer.member("name", $0.random.personName())
      $0.writer.member("id", $0.random.integer(in: 10_000...3_999_999_999))
      $0.indices()
    }
    writer.end()
  }

  private mutating func indices() {
    let start = random.integer(in: 0...120)
    writer.beginArray("indices")
    writer.token(String(start))
    writer.token(String(start + random.integer(in: 2...20)))
    writer.end()
  }

  private mutating func text() -> String {
    guard random.chance(4, in: 5) else { return random.sentence(words: random.integer(in: 4...20)) }
    var text = random.chance(1, in: 3) ? "@\(random.accountName()) " : ""
    for _ in 0..<random.integer(in: 2...9) {
      text += random.element(of: Vocabulary.cjk)
      text += random.chance(1, in: 4) ? "\n" : "。"
    }
    if random.chance(1, in: 2) { text += random.element(of: Vocabulary.emoji) }
    if random.chance(1, in: 6) { text += " \"\(random.nextWord())\"" }
    return text
  }

  private mutating func identifier() -> Int {
    random.integer(in: 400_000_000_000_000_000...999_999_999_999_999_999)
  }

  private mutating func date() -> String {
    CivilTime.text(secondsSince1970: random.integer(in: 1_300_000_000...1_750_000_000)) + "Z"
  }
}
