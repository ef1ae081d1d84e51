/// `catalogue`: the programme of a concert hall, mostly indentation.
struct CatalogueShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .indented(4))

  mutating func document(targetBytes: Int) -> [UInt8] {
    writer.beginObject()
    writer.beginObject("seasons")
    // Names that are numbers, as a dictionary with integer keys is written.
    var season = identifier()
    repeat {
      writer.beginObject(String(season))
      self.season(id: season)
      writer.end()
      season += random.integer(in: 1...40)
    } while writer.bytes.count < targetBytes
    writer.end()
    writer.end()
    return writer.bytes
  }

  private mutating func season(id: Int) {
    writer.member("id", id)
    writer.member("title", random.sentence(words: 3))
    writer.member("description", random.sentence(words: 24))
    writer.member("logo", token: "null")
    objects("performances", random.integer(in: 1...4)) { $0.performance() }
    ids("topics", count: random.integer(in: 2...8))
  }

  private mutating func performance() {
    writer.member("id", identifier())
    writer.member("start", 1_700_000_000_000 + random.integer(in: 0...9_999) * 900_000)
    objects("prices", random.integer(in: 1...4)) {
      $0.writer.member("amount", $0.random.integer(in: 10...400) * 250)
      $0.writer.member("audience", $0.identifier())
      $0.writer.member("seat", $0.identifier())
    }
    objects("seats", random.integer(in: 1...4)) {
      $0.writer.member("category", $0.identifier())
      $0.ids("areas", count: $0.random.integer(in: 2...9))
    }
    writer.member("venue", random.chance(3, in: 4) ? "MAIN_HALL" : "STUDIO")
  }

  private mutating func ids(_ name: String, count: Int) {
    list(name, count) { $0.writer.token(String($0.identifier())) }
  }

  private mutating func identifier() -> Int {
    random.integer(in: 100_000_000...999_999_999)
  }
}
