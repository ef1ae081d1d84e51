/// `text`: articles, nearly all of whose bytes are inside strings.
struct TextShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    writer.beginObject()
    writer.member("title", random.sentence(words: random.integer(in: 3...9)))
    writer.member("author", random.personName())
    writer.beginArray("paragraphs")
    for _ in 0..<random.integer(in: 1...6) {
      writer.string(paragraph(bytes: random.integer(in: 100...1_900)))
    }
    writer.end()
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
