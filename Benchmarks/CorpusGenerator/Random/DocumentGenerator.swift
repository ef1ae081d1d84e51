/// Random valid JSON texts for property tests: every token kind, odd white space, odd spellings.
///
/// The seed alone replays a generator's documents. They use all the freedom of RFC 8259: all four
/// white space characters wherever they are allowed, scalars at the top, duplicate names, the empty
/// name, NUL written as an escape.
public struct DocumentGenerator: Sendable {
  private var random: SeededGenerator
  private var numbers: NumberGenerator
  private var strings: StringGenerator
  private let finiteNumbers: Bool
  private let fitsNumbers: Bool
  private var bytes: [UInt8] = []

  /// A generator whose documents are determined by `seed`.
  ///
  /// With `finiteNumbers`, the default, every number rounds to a finite Double. Without it, some
  /// numbers can be held only by a reader that keeps their text.
  ///
  /// With `fitsNumbers`, most numbers are short where a long one might not fit. Otherwise a number that
  /// does not fit becomes a digit, and has cost as much as a small document.
  public init(seed: UInt64, finiteNumbers: Bool = true, fitsNumbers: Bool = false) {
    random = SeededGenerator(seed: seed)
    numbers = NumberGenerator(seed: random.next())
    strings = StringGenerator(seed: random.next())
    self.finiteNumbers = finiteNumbers
    self.fitsNumbers = fitsNumbers
  }

  /// The next document: valid JSON, containers nested at most `maximumDepth` deep, and between one
  /// and `maximumBytes` bytes long.
  ///
  /// A depth of zero gives scalars. Sizes vary; a large bound is seldom reached.
  public mutating func document(maximumDepth: Int, maximumBytes: Int) -> [UInt8] {
    bytes = []
    let limit = max(1, maximumBytes)
    whitespace(limit: limit - 1)
    value(depth: maximumDepth, limit: limit, isTop: true)
    whitespace(limit: limit)
    return bytes
  }

  // Invariant of the functions below: `bytes.count` is at least one below `limit` on entry to
  // `value`, and never above `limit` on return from any of them.

  private mutating func value(depth: Int, limit: Int, isTop: Bool = false) {
    let room = limit - bytes.count
    if depth > 0, room >= 2, random.chance(isTop ? 7 : 3, in: isTop ? 8 : 10) {
      return container(isObject: !random.chance(1, in: 2), depth: depth, limit: limit)
    }
    let scalar: [UInt8]
    switch random.integer(in: 0...9) {
    case 0: scalar = Array("null".utf8)
    case 1: scalar = Array("true".utf8)
    case 2: scalar = Array("false".utf8)
    case 3...6:
      let text =
        fitsNumbers && (room < 60 || room < 800 && random.chance(7, in: 8))
        ? numbers.shortText(finite: finiteNumbers) : numbers.text(finite: finiteNumbers)
      scalar = Array(text.utf8)
    default: scalar = strings.string(maximumBytes: max(2, room))
    }
    if scalar.count <= room {
      bytes.append(contentsOf: scalar)
    } else {
      bytes.append(UInt8(48 + random.integer(in: 0...9)))
    }
  }

  private mutating func container(isObject: Bool, depth: Int, limit: Int) {
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    let inside = limit - 1
    // A comma and a value of one byte; in an object, the empty name and a colon, too.
    let least = isObject ? 5 : 2
    var names: [[UInt8]] = []
    whitespace(limit: inside)
    for index in 0..<elementCount() {
      guard inside - bytes.count >= least else { break }
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      whitespace(limit: inside - least + 1)
      if isObject { name(limit: inside, earlier: &names) }
      value(depth: depth - 1, limit: inside)
      whitespace(limit: inside)
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
  }

  private mutating func name(limit: Int, earlier names: inout [[UInt8]]) {
    let room = limit - bytes.count - 2
    var name = strings.string(maximumBytes: min(room, 40))
    // Sometimes a duplicate name, spelled the same way.
    if !names.isEmpty, random.chance(1, in: 16) {
      let earlier = random.element(of: names)
      if earlier.count <= room { name = earlier }
    }
    names.append(name)
    bytes.append(contentsOf: name)
    whitespace(limit: limit - 2)
    bytes.append(UInt8(ascii: ":"))
    whitespace(limit: limit - 1)
  }

  private mutating func elementCount() -> Int {
    switch random.integer(in: 0...15) {
    case 0...2: 0
    case 3: random.integer(in: 9...60)
    default: random.integer(in: 1...6)
    }
  }

  /// Mostly nothing, otherwise up to six white space characters, and rarely enough to fill a block
  /// of a reader that skips by blocks.
  private mutating func whitespace(limit: Int) {
    guard random.chance(1, in: 3) else { return }
    let count = random.chance(1, in: 24) ? random.integer(in: 7...80) : random.integer(in: 1...6)
    for _ in 0..<min(count, limit - bytes.count) {
      bytes.append(random.element(of: [0x20, 0x20, 0x0A, 0x0D, 0x09]))
    }
  }
}
