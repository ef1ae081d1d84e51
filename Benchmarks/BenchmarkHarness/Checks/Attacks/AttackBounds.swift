/// The bounds of memory that SECURITY.md promises, for each reader. `jsonbench check attacks` measures every attack
/// against an allowance of its own, which a test compares with these.
struct AttackBounds: Sendable {
  /// The readers and operations, as the table names them.
  let name: String
  /// The rows of the attacks that they are.
  let rows: Set<String>
  /// Bytes for each byte of input with the default limits, besides `Allowance.freeMemory`.
  let memory: Double
  /// The same where the program has raised the limit of depth.
  let raised: Double

  static let all = [
    AttackBounds(
      name: "validating, events, skipping, elements, lines, server-sent events",
      rows: [], memory: Allowance.usualMemory, raised: 36),
    AttackBounds(name: "documents", rows: ["document"], memory: 9, raised: 9),
    AttackBounds(name: "trees", rows: ["tree"], memory: 40, raised: 60),
    AttackBounds(
      name: "partial values", rows: ["partial value", "partial value, slow"], memory: 40,
      raised: 68),
    AttackBounds(name: "decoders, to types", rows: ["decoder"], memory: 80, raised: 80),
  ]

  /// The bound of what happens in a tree: pointers, patches, differences, and lossy collections of a type.
  static let others = AttackBounds(
    name: "pointers, patches, differences, lossy collections", rows: [], memory: 90, raised: 90)

  /// The bounds for a row of an attack.
  static func of(_ row: String, in attack: Attack) -> AttackBounds {
    if let own = all.first(where: { $0.rows.contains(row) }) { return own }
    let readers = Set(AttackReader.all.map(\.name))
    return readers.contains(row) || row.hasPrefix("in pieces of") ? all[0] : others
  }

  /// The table of SECURITY.md.
  static var table: [String] {
    [
      "| Reader | Bytes for each byte of input | With `maximumDepth` raised |",
      "| --- | --- | --- |",
    ]
      + (all + [others]).map { "| \($0.name) | \(Int($0.memory)) | \(Int($0.raised)) |" }
  }
}
