/// `geography`: features whose geometry is rings of coordinate pairs.
struct GeographyShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func document(targetBytes: Int) -> [UInt8] {
    writer.beginObject()
    writer.member("type", "FeatureCollection")
    writer.beginArray("features")
    repeat { feature() } while writer.bytes.count < targetBytes
    writer.end()
    writer.end()
    return writer.bytes
  }

  private mutating func feature() {
    writer.beginObject()
    writer.member("type", "Feature")
    writer.beginObject("properties")
    writer.member("name", random.element(of: Vocabulary.cities))
    writer.end()
    writer.beginObject("geometry")
    writer.member("type", "Polygon")
    writer.beginArray("coordinates")
    let longitude = random.integer(in: -179...179)
    let latitude = random.integer(in: -89...89)
    for _ in 0..<random.integer(in: 1...3) {
      writer.beginArray()
      for _ in 0..<random.integer(in: 4...160) {
        writer.beginArray()
        coordinate(longitude)
        coordinate(latitude)
        writer.end()
      }
      writer.end()
    }
    writer.end()
    writer.end()
    writer.end()
  }

  /// A number near `degrees` with 15 to 17 significant digits, like the shortest form of a computed
  /// Double.
  private mutating func coordinate(_ degrees: Int) {
    let whole = String(abs(degrees))
    // A zero before the point is not a significant digit.
    let wholeDigits = degrees == 0 ? 0 : whole.utf8.count
    let significant = [15, 16, 16, 17, 17, 17][random.integer(in: 0...5)]
    let fraction = random.digits(significant - wholeDigits)
    writer.token((degrees < 0 ? "-" : "") + whole + "." + fraction)
  }
}
