/// `dates`: messages of a chat, each repeating the whole record of its author and reactors. There are few
/// people, so four dates in five are repetitions.
struct DatesShape: ShapeDocument {
  struct Person {
    let id: String
    let name: String
    let about: String
    let createdAt: String
    let updatedAt: String
    let lastActive: String
  }

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)
  var people: [Person] = []
  var clock = 1_735_000_000

  mutating func document(targetBytes: Int) -> [UInt8] {
    for _ in 0..<40 {
      people.append(
        Person(
          id: random.hexadecimal(24), name: random.personName(),
          about: random.sentence(words: 16), createdAt: date(), updatedAt: date(),
          lastActive: date()))
    }
    writer.beginObject()
    writer.beginObject("channel")
    writer.member("id", "messaging:\(random.nextWord())-\(random.hexadecimal(8))")
    writer.member("created_at", date())
    writer.member("member_count", people.count)
    writer.end()
    writer.beginArray("messages")
    repeat { message() } while writer.bytes.count < targetBytes
    writer.end()
    writer.end()
    return writer.bytes
  }

  private mutating func message() {
    let createdAt = date()
    writer.beginObject()
    writer.member("id", random.hexadecimal(32))
    writer.member("text", random.sentence(words: random.integer(in: 2...55)))
    writer.member("type", "regular")
    user()
    objects("reactions", random.integer(in: 0...3)) {
      let reactedAt = $0.random.chance(3, in: 5) ? $0.date() : createdAt
      $0.writer.member("type", $0.random.element(of: ["like", "love", "haha", "wow"]))
      $0.writer.member("score", 1)
      $0.user()
      $0.writer.member("created_at", reactedAt)
      $0.writer.member("updated_at", reactedAt)
    }
    writer.member("reply_count", random.chance(1, in: 5) ? random.integer(in: 1...9) : 0)
    writer.member("created_at", createdAt)
    writer.member("updated_at", random.chance(1, in: 2) ? date() : createdAt)
    writer.member("silent", false)
    writer.member("pinned_at", token: "null")
    writer.end()
  }

  private mutating func user() {
    let person = random.element(of: people)
    writer.beginObject("user")
    writer.member("id", person.id)
    writer.member("name", person.name)
    writer.member("about", person.about)
    writer.member("role", "user")
    writer.member("image", "https://img.chat.example/\(person.id)/256.jpg?size=256&dpr=2")
    writer.member("language", "en")
    writer.member("online", random.chance(1, in: 3))
    writer.member("banned", false)
    writer.member("created_at", person.createdAt)
    writer.member("updated_at", person.updatedAt)
    writer.member("last_active", person.lastActive)
    writer.end()
  }

  /// The next date: six fraction digits four times in five, otherwise none, three or nine.
  private mutating func date() -> String {
    clock += random.integer(in: 1...400)
    let digits = random.chance(4, in: 5) ? 6 : random.element(of: [0, 3, 3, 9])
    let fraction = digits == 0 ? "" : "." + random.digits(digits, leadingZero: true)
    let offset = random.chance(15, in: 16) ? "Z" : random.element(of: ["+01:00", "-05:30"])
    return CivilTime.text(secondsSince1970: clock) + fraction + offset
  }
}
