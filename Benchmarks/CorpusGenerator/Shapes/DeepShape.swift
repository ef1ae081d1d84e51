/// `deep`: towers of containers, side by side in one array.
struct DeepShape: ShapeDocument {
  /// The greatest depth of the document, the outer array included.
  private static let maximumDepth = 500

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    // Most real nesting is shallow; one tower in four reaches for the limit.
    let height =
      random.chance(1, in: 4)
      ? Self.maximumDepth - 1 : random.integer(in: 1...(Self.maximumDepth - 1))
    let objectsInEight = random.element(of: [0, 8, 4])
    let hasSiblings = random.chance(1, in: 3)
    for level in 0..<height {
      if random.chance(objectsInEight, in: 8) {
        writer.beginObject()
        if hasSiblings { writer.member("n", level) }
        writer.name(random.chance(1, in: 2) ? "a" : "next")
      } else {
        writer.beginArray()
        if hasSiblings { writer.token(String(level)) }
      }
    }
    // An empty container is one level more.
    let containers = height < Self.maximumDepth - 1 ? ["[]", "{}"] : []
    writer.token(random.element(of: ["null", "true", "0", "\"\""] + containers))
    for _ in 0..<height {
      writer.end()
    }
  }
}
