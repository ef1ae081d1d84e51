/// A family of generated documents: what real JSON of one kind looks like, and what it strains.
///
/// The same seed and size give the same bytes on every platform and in every release of Swift.
/// Changing a generator breaks the hashes that the tests pin, and the files of the corpus must then
/// be written anew.
public enum CorpusShape: String, Sendable, Hashable, CaseIterable {
  /// About 30 members in each status, much text of three bytes a character: everyday decoding.
  case timeline
  /// Strains the conversion of decimals to binary, and little else.
  case geography
  /// Seven bytes in ten are white space. Strains skipping and short integers.
  case catalogue
  /// Strings of 100 to 2,000 bytes. Strains the scan for the end of a string and the copy of its bytes.
  case text
  /// The solidus is escaped, too, and surrogates come in pairs. Strains unescaping.
  case escaped
  /// Strains name look-up and optional members.
  case events
  /// Arrays, objects, both, with and without siblings. Strains the stack of a reader.
  case deep
  /// Strains the index of names.
  case wide
  /// All in the range of Double, a few beyond 64 bits. Strains number grammar.
  case numbers
  /// Most have six fraction digits. Strains date parsing, and shows what a cache of dates is worth.
  case dates
  /// Strains the start and end of a text.
  case log
  /// Records of about 69 bytes as JSON Lines: four members. Strains what each text costs.
  case records69 = "records-69"
  /// Records of about 271 bytes, with an array and an object.
  case records271 = "records-271"
  /// Records of about 1,100 bytes, with six items.
  case records1100 = "records-1100"

  /// The name of the file in the corpus, such as `timeline.json`.
  public var name: String {
    rawValue + (isLines ? ".jsonl" : ".json")
  }

  /// Whether the bytes are JSON Lines (one text on each line) instead of one text.
  public var isLines: Bool {
    switch self {
    case .log, .records69, .records271, .records1100: true
    default: false
    }
  }

  /// One sentence that says what the document is.
  public var summary: String { facts.summary }

  /// The size in bytes that the file in the corpus aims at; together they stay below 10 MB.
  public var defaultBytes: Int { facts.bytes }

  private var facts: (summary: String, bytes: Int) {
    switch self {
    case .timeline:
      ("Chat timeline, two-space indentation, nested users, East Asian text.", 600_000)
    case .geography:
      ("Polygons of coordinates with 15 to 17 significant digits, minified.", 800_000)
    case .catalogue:
      ("Small objects and nine-digit identifiers under four-space indentation.", 800_000)
    case .text: ("Long strings of prose with few escapes, minified.", 400_000)
    case .escaped: ("The timeline with everything outside ASCII written as escapes.", 500_000)
    case .events: ("Feed of events with payloads of six kinds, minified.", 500_000)
    case .deep: ("Towers of containers nested up to 500 deep, minified.", 300_000)
    case .wide: ("One object with 100,000 distinct names.", 1_700_000)
    case .numbers: ("Rows of integers, fractions, exponents and a few very long integers.", 500_000)
    case .dates: ("Chat with about 19,000 RFC 3339 dates, a fifth of them distinct.", 2_500_000)
    case .log: ("Log records as JSON Lines.", 400_000)
    case .records69: ("Records of about 69 bytes as JSON Lines.", 300_000)
    case .records271: ("Records of about 271 bytes as JSON Lines.", 300_000)
    case .records1100: ("Records of about 1,100 bytes as JSON Lines.", 300_000)
    }
  }

  /// A document of this shape, the same for the same arguments everywhere.
  ///
  /// It ends with the first whole item (status, tower, row, ...) at or after `targetBytes`, so it
  /// is valid at any size and has at least one item. `wide` converts the size to a member count.
  public func generate(seed: UInt64, targetBytes: Int) -> [UInt8] {
    let random = SeededGenerator(seed: seed)
    var shape: any ShapeDocument =
      switch self {
      case .timeline: TimelineShape(random: random, isASCII: false)
      case .geography: GeographyShape(random: random)
      case .catalogue: CatalogueShape(random: random)
      case .text: TextShape(random: random)
      case .escaped: TimelineShape(random: random, isASCII: true)
      case .events: EventsShape(random: random)
      case .deep: DeepShape(random: random)
      case .wide: WideShape(random: random)
      case .numbers: NumbersShape(random: random)
      case .dates: DatesShape(random: random)
      case .log: LogShape(random: random)
      case .records69: RecordShape(random: random, lineBytes: 69)
      case .records271: RecordShape(random: random, lineBytes: 271)
      case .records1100: RecordShape(random: random, lineBytes: 1100)
      }
    return shape.document(targetBytes: targetBytes)
  }

  /// One object of exactly `memberCount` members with distinct names, minified.
  ///
  /// `memberCount` is at most 36⁵, the number of distinct beginnings that the names can have.
  public static func wideObject(memberCount: Int, seed: UInt64) -> [UInt8] {
    var shape = WideShape(random: SeededGenerator(seed: seed))
    return shape.document(memberCount: memberCount)
  }
}

/// The files of the corpus, as bytes. The caller writes them.
public enum CorpusWriter {
  /// The seed of the files in the repository.
  public static let defaultSeed: UInt64 = 8259

  /// One file for each shape, in the order of `CorpusShape.allCases`, at the shape's own size.
  public static func files(seed: UInt64 = defaultSeed) -> [(name: String, bytes: [UInt8])] {
    CorpusShape.allCases.map { shape in
      (shape.name, shape.generate(seed: seed, targetBytes: shape.defaultBytes))
    }
  }
}

/// What writes the documents of a shape: an array of items, unless it says otherwise.
protocol ShapeDocument {
  var writer: ShapeWriter { get set }
  /// Writes one element.
  mutating func item()
  mutating func document(targetBytes: Int) -> [UInt8]
}

/// A shape whose documents are JSON Lines: an item on each.
protocol ShapeLines: ShapeDocument {}

extension ShapeLines {
  mutating func document(targetBytes: Int) -> [UInt8] {
    repeat {
      item()
      writer.endLine()
    } while writer.bytes.count < targetBytes
    return writer.bytes
  }
}

extension ShapeDocument {
  /// An array of so many elements.
  mutating func list(_ name: String?, _ count: Int, _ element: (inout Self) -> Void) {
    if let name { writer.name(name) }
    writer.beginArray()
    for _ in 0..<count { element(&self) }
    writer.end()
  }

  /// A member that is an array of objects.
  mutating func objects(_ name: String, _ count: Int, _ members: (inout Self) -> Void) {
    list(name, count) {
      $0.writer.beginObject()
      members(&$0)
      $0.writer.end()
    }
  }

  mutating func item() {}

  mutating func document(targetBytes: Int) -> [UInt8] {
    writer.beginArray()
    repeat { item() } while writer.bytes.count < targetBytes
    writer.end()
    return writer.bytes
  }
}
