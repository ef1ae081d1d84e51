/// `records-…`: entries of a list, one object on each line, as applications store and send them.
struct RecordShape: ShapeLines {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)
  /// About how many bytes a line has: 69, 271 or 1,100.
  let lineBytes: Int
  var clock = 1_750_000_000

  init(random: SeededGenerator, lineBytes: Int) {
    self.random = random
    self.lineBytes = lineBytes
  }

  mutating func item() {
    clock += random.integer(in: 0...900)
    writer.beginObject()
    writer.member("id", random.integer(in: 10_000_000...99_999_999))
    writer.member("name", random.accountName())
    writer.member("score", token: "\(random.integer(in: 0...99)).\(random.digits(2))5")
    writer.member("active", random.chance(3, in: 4))
    if lineBytes > 69 { details() }
    if lineBytes > 271 { items() }
    writer.end()
  }

  private mutating func details() {
    writer.member("created", CivilTime.text(secondsSince1970: clock) + "Z")
    writer.beginArray("tags")
    for _ in 0..<2 { writer.string(random.nextWord()) }
    writer.end()
    writer.beginObject("author")
    writer.member("id", random.integer(in: 1...200_000_000))
    writer.member("login", random.accountName())
    writer.end()
    writer.member("text", random.sentence(words: 16))
  }

  private mutating func items() {
    writer.beginArray("items")
    for _ in 0..<6 {
      writer.beginObject()
      writer.member("sku", random.hexadecimal(12))
      writer.member("count", random.integer(in: 1...40))
      writer.member("price", token: "\(random.integer(in: 1...900)).\(random.digits(1))5")
      writer.member("note", random.sentence(words: 14))
      writer.end()
    }
    writer.end()
  }
}
