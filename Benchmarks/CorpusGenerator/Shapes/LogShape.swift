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
