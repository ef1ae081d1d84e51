/// An operation that users repeat, which must not cost more for each item when there are more items.
struct GrowthRow: Sendable {
  let name: String
  /// How many items there are at the smallest of three sizes; then twice and four times as many.
  let count: Int
  /// How much larger the step from 2n to 4n may be than that from n to 2n: 2 is linear, 4 quadratic.
  var limit = defaultLimit
  /// Makes what so many items need, which is not counted, and gives the operation, which is.
  let prepare: @Sendable (Int) throws -> () throws -> Int
  /// What the operation gives for so many items.
  let expected: @Sendable (Int) -> Int

  /// Above it lie n·√n and more; n·log n stays below.
  static let defaultLimit = 2.6
  static let factors = [1, 2, 4]

  init(
    _ name: String, _ count: Int, limit: Double = defaultLimit,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    prepare: @escaping @Sendable (Int) throws -> () throws -> Int
  ) {
    self.name = name
    self.count = count
    self.limit = limit
    self.prepare = prepare
    self.expected = expected
  }

  static let all = reading + decoding + streams + partialValues + trees + encoding

  static func named(_ name: String) throws(UsageError) -> GrowthRow {
    guard let row = all.first(where: { $0.name == name }) else {
      let names = all.map { $0.name }.joined(separator: ", ")
      throw UsageError("no growth is measured of '\(name)'; the rows are \(names)")
    }
    return row
  }

  /// Does the operation once and looks at what it gives.
  func verify(count: Int) throws(UsageError) {
    let found: Int
    do { found = try prepare(count)() } catch { throw failure(count, "failed: \(error)") }
    try verify(found, count: count)
  }

  func verify(_ found: Int, count: Int) throws(UsageError) {
    let expected = expected(count)
    if found != expected { throw failure(count, "gave \(found) instead of \(expected)") }
  }

  func failure(_ count: Int, _ reason: String) -> UsageError {
    UsageError("\(name) with \(count) items \(reason)")
  }
}
