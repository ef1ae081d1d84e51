/// `text`: articles, nearly all of whose bytes are inside strings.
struct TextShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    writer.beginObject()
    writer.member("title", random.sentence(words: random.integer(in: 3...9)))
    writer.member("author", random.personName())
    list("paragraphs", random.integer(in: 1...6)) {
      $0.writer.string($0.paragraph(bytes: $0.random.integer(in: 100...1_900)))
    }
    writer.end()
  }

  /// Sentences until `bytes` are reached. A sentence has fewer than 100 bytes, so a
  /// paragraph has fewer than 2,000.
  private mutating func paragraph(bytes: Int) -> String {
    var text = ""
    repeat {
      var sentence = random.sentence(words: random.integer(in: 4...12))
      if random.chance(1, in: 12) { sentence = "\"\(sentence)\"" }
      if !text.isEmpty { text += random.chance(1, in: 10) ? "\n" : " " }
      text += sentence
    } while text.utf8.count < bytes
    return text
  }
}

/// `log`: records of a server, one object on each line.
struct LogShape: ShapeLines {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)
  var milliseconds = 1_745_000_000_000

  mutating func item() {
    milliseconds += random.integer(in: 0...250)
    let fraction = CivilTime.padded(milliseconds % 1_000, to: 3)
    let isError = random.chance(1, in: 14)
    writer.beginObject()
    writer.member("ts", CivilTime.text(secondsSince1970: milliseconds / 1_000) + ".\(fraction)Z")
    writer.member("level", isError ? "error" : random.element(of: ["info", "info", "debug"]))
    writer.member("logger", "\(random.nextWord()).\(random.nextWord())")
    writer.member("msg", random.sentence(words: random.integer(in: 3...9)))
    if isError {
      failure()
    } else if random.chance(3, in: 4) {
      request()
    }
    writer.beginObject("labels")
    writer.member("host", "web-\(random.integer(in: 1...24))")
    if random.chance(1, in: 3) { writer.member("trace", random.hexadecimal(32)) }
    writer.end()
    writer.end()
  }

  private mutating func request() {
    writer.beginObject("request")
    writer.member("method", random.element(of: ["GET", "GET", "GET", "POST", "DELETE"]))
    writer.member("path", "/v2/\(random.nextWord())/\(random.integer(in: 1...99_999))")
    writer.member("status", random.element(of: [200, 200, 200, 201, 204, 304, 404]))
    writer.member("ms", token: "\(random.integer(in: 0...900)).\(random.digits(3))")
    writer.member("bytes", random.integer(in: 0...200_000))
    writer.member("user", token: random.chance(1, in: 3) ? "null" : "\"\(random.accountName())\"")
    writer.end()
  }

  private mutating func failure() {
    var stack = "\(random.nextWord()): \(random.sentence(words: 5))"
    for _ in 0..<random.integer(in: 2...9) {
      stack += "\n\tat \(random.nextWord()).\(random.nextWord())(\"\(random.nextWord())\":"
      stack += "\(random.integer(in: 1...900)))"
    }
    writer.beginObject("failure")
    writer.member("stack", stack)
    writer.member("retry", random.chance(1, in: 2))
    writer.end()
  }
}

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
    list("tags", 2) { $0.writer.string($0.random.nextWord()) }
    writer.beginObject("author")
    writer.member("id", random.integer(in: 1...200_000_000))
    writer.member("login", random.accountName())
    writer.end()
    writer.member("text", random.sentence(words: 16))
  }

  private mutating func items() {
    objects("items", 6) {
      $0.writer.member("sku", $0.random.hexadecimal(12))
      $0.writer.member("count", $0.random.integer(in: 1...40))
      $0.writer.member("price", token: "\($0.random.integer(in: 1...900)).\($0.random.digits(1))5")
      $0.writer.member("note", $0.random.sentence(words: 14))
    }
  }
}
