extension Attack {
  private static let size =
    "A value takes a fixed amount of memory, however short its text; see the text below."
  private static let brackets =
    "Every byte is a token. Ordinary text is skipped, compared and hashed many bytes at a time."
  private static let snapshots =
    "A snapshot visits each open array and object, so at most maximumDepth."
  private static let asked = "The type asks each value what it is, and each attempt but one fails."

  /// The memory for the smallest values, in bytes for each byte of text.
  static func smallValues(
    document: Double, tree: Double, decoded: Double, _ more: [String: Allowance] = [:]
  ) -> [String: Allowance] {
    [
      "document": Allowance(memory: document, reason: size),
      "tree": Allowance(memory: tree, reason: size),
      "partial value": Allowance(memory: tree, reason: size),
      "partial value, slow": Allowance(memory: tree, reason: size),
      "decoder": Allowance(cost: 15, memory: decoded, reason: asked + " " + size),
    ].merging(more) { $1 }
  }

  static let smallStrings = smallValues(document: 5, tree: 10, decoded: 20)
  private static let vectors =
    "Ordinary text is read by vector instructions, at a fifth of the cost of reading it digit by digit."
  /// Numbers of more digits than a vector holds.
  static let longNumbers = ["document": Allowance(cost: 8, reason: vectors)]
  static let hexadecimal = smallValues(
    document: 5, tree: 10, decoded: 20,
    [
      "validate": Allowance(cost: 7, reason: vectors),
      "document": Allowance(cost: 7, memory: 5, reason: vectors),
    ])
  static let members = smallValues(document: 8, tree: 20, decoded: 45)
  static let deepArrays = smallValues(
    document: 8, tree: 36, decoded: 36,
    [
      "partial value, slow": Allowance(cost: 40, memory: 36, reason: snapshots),
      "skip": Allowance(cost: 10, reason: brackets),
      "compare and hash": Allowance(cost: 10, reason: brackets),
      "tree": Allowance(cost: 8, memory: 36, reason: size),
      "encoder": Allowance(cost: 7, reason: brackets),
    ])
  static let deepObjects = smallValues(
    document: 7, tree: 15, decoded: 30,
    ["partial value, slow": Allowance(cost: 40, memory: 15, reason: snapshots)])

  private static let ownLimit = "The program has raised the limit."
  /// The state of one open array, for each bracket.
  static let raisedLimit: [String: Allowance] = [
    "document": Allowance(memory: 9, reason: size),
    "tree": Allowance(cost: 9, memory: 60, reason: ownLimit),
    "events": Allowance(cost: 7, memory: 34, reason: ownLimit),
    "skip": Allowance(cost: 16, memory: 34, reason: ownLimit),
    "partial value": Allowance(cost: 6, memory: 68, reason: ownLimit),
    "events, slow": Allowance(memory: 33, reason: ownLimit),
    "elements, slow": Allowance(memory: 36, reason: ownLimit),
  ]

  // MARK: - Trees

  static let patchMemory = 8.0
  static let patchTree = Allowance(
    memory: patchMemory, reason: "A patch is read as a tree, of which operations are made.")
  static let shortSteps = Allowance(memory: 16, reason: "A step is a string, however short.")
  private static let pairs =
    "A list has the pairs of arrays and objects that are still to be compared."
  static let pairsOfArrays = Allowance(cost: 8, memory: 9, reason: pairs)
  static let pairsOfObjects = Allowance(memory: 5, reason: pairs)
  static let unlikeArrays = Allowance(
    cost: 6, reason: "The search for common elements goes on for a while.")

  // MARK: - Types

  private static let kept =
    "A lossy collection keeps the errors and values of the first that it skips, and the text with them."

  static let unions = Allowance(memory: 8, reason: size)
  static let reports = Allowance(cost: 10, memory: 6, reason: kept)
  static let nestedReports = Allowance(cost: 28, memory: 12, reason: kept + " " + size)
  static let lossyDictionary = Allowance(
    cost: 13, memory: 24,
    reason: "Each member has its place in a hash table until all are decoded. " + size)
  static let dynamicKeys = Allowance(memory: 12, reason: size)
  static let equivalentKeys = Allowance(
    cost: 5.5, memory: 12,
    reason: "The sign of the kelvin equals a K, so each look-up of such a key excludes it. " + size)
  static let collidingNames = Allowance(
    cost: 6, memory: 6, reason: "Each look-up compares up to 63 names. " + size)
}

/// Each record is handed out by itself, however short, so records are bounded instead of bytes. An ordinary one
/// has 90 bytes.
extension Allowance {
  /// A zero costs 1,900 instructions, a member 2,500, or 5,000 without quotes. An ordinary element costs 4,100.
  static let elements = Allowance(
    perRecord: 5100,
    reason:
      "The text of each element is copied and handed out, and so is its name, which may have escapes."
  )
  static let slowElements = Allowance(
    perRecord: 7900, reason: "Elements that a piece cuts are read twice.")
  /// A line of one digit costs 5,100 instructions, an ordinary one 7,400.
  static let lines = Allowance(
    perRecord: 6700, reason: "A document or an error is made of each line.")
  /// Bytes without a record cost the same as those between records.
  static let emptyRecords = Allowance(
    cost: 8, reason: "Ordinary records are read without a tokenizer, so their bytes cost little.")
  /// An event of one digit costs 6,600 instructions, an ordinary one 9,700.
  static let events = Allowance(
    perRecord: 8600, reason: "A document is made of each event.")
}
