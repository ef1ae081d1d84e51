import RushJSON

/// An input made to take more time or memory than its length allows, through every reader or operation that
/// can meet it.
struct Attack: CheckRow {
  static let kind = "attack"

  let name: String
  /// What the input is, for the table.
  let summary: String
  let cases: [AttackCase]

  static let all =
    depth + width + length + names + numbers + encodings + lenient + records + trees + types
    + errors

  /// Ordinary texts through all readers: what the other texts are compared with.
  static let ordinary = Attack(
    name: "ordinary", summary: "what ordinary programs send",
    cases: AttackReader.all.map { reader in
      AttackCase(reader.name) { size in
        try reader.input(
          reader.ordinary.text(size / reader.divisor), options: reader.ordinaryOptions)
      }
    })

  /// A text, made for a length in bytes, through some readers.
  /// - Parameter allowances: What is allowed by reader, instead of its own allowance.
  static func text(
    _ name: String, _ summary: String, through readers: [AttackReader] = AttackReader.all,
    options: JSONReadingOptions = .strict, allowances: [String: Allowance] = [:],
    _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> Attack {
    Attack(
      name: name, summary: summary,
      cases: readers.map { reader in
        AttackCase(
          reader.name, comparedWith: reader.name,
          allowance: allowances[reader.name] ?? reader.allowance
        ) {
          size in try reader.input(text(size / reader.divisor), options: options)
        }
      })
  }
}

/// An input through one reader, or an operation.
struct AttackCase: Sendable {
  let name: String
  /// The reader of the ordinary text to compare with, if this is a reader.
  var reader: String?
  /// Ordinary input to compare with, if this is an operation.
  var ordinary: (@Sendable (Int) throws -> AttackInput)?
  var allowance: Allowance?
  let prepare: @Sendable (Int) throws -> AttackInput

  init(
    _ name: String, comparedWith reader: String? = nil, allowance: Allowance? = nil,
    ordinary: (@Sendable (Int) throws -> AttackInput)? = nil,
    _ prepare: @escaping @Sendable (Int) throws -> AttackInput
  ) {
    self.name = name
    self.reader = reader
    self.ordinary = ordinary
    self.allowance = allowance
    self.prepare = prepare
  }

  /// The same operation on what is made of something ordinary and of something hostile.
  init<Source: Sendable>(
    _ name: String, allowance: Allowance? = nil, ordinary: Source, hostile: Source,
    _ prepare: @escaping @Sendable (Source, Int) throws -> AttackInput
  ) {
    self.init(name, allowance: allowance, ordinary: { try prepare(ordinary, $0) }) {
      try prepare(hostile, $0)
    }
  }
}

struct AttackInput {
  /// The length of what an attacker sends, or of what is written if that is more.
  var bytes: Int
  /// Whether the result of the operation is the number of records that were delivered.
  var countsRecords = false
  var operation: () throws -> Int
}

/// More than the usual bounds for one row, with the reason.
struct Allowance: Sendable {
  /// The cost of a byte as a multiple of an ordinary one.
  var cost = usualCost
  /// Bytes of memory for each byte of input, besides `freeMemory`.
  var memory = usualMemory
  /// The instructions for each record, which may come instead of the cost of a byte.
  var perRecord: Double?
  let reason: String

  static let usualCost = 5.0
  static let usualMemory = 4.0
  static let freeMemory = 1 << 20
}
