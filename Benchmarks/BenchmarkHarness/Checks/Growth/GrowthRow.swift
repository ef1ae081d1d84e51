/// An operation that users repeat, whose cost per item must not grow with the number of items.
struct GrowthRow: CheckRow {
  static let kind = "row"

  let name: String
  /// The number of items at the smallest of three sizes.
  let count: Int
  /// Prepares a number of items, which is not counted, and returns the operation, which is.
  let prepare: @Sendable (Int) throws -> () throws -> Int
  /// The expected result of the operation for a number of items.
  let expected: @Sendable (Int) -> Int

  /// n·√n and more exceed this; n·log n does not.
  static let defaultLimit = 2.6
  static let factors = [1, 2, 4]

  /// An operation on what is prepared for a number of items.
  static func row<Prepared>(
    _ name: String, _ count: Int, expected: @escaping @Sendable (Int) -> Int = { $0 },
    of prepare: @escaping @Sendable (Int) throws -> Prepared,
    _ operation: @escaping @Sendable (Prepared) throws -> Int
  ) -> GrowthRow {
    let prepare: @Sendable (Int) throws -> () throws -> Int = { count in
      let prepared = try prepare(count)
      return { try operation(prepared) }
    }
    return GrowthRow(name: name, count: count, prepare: prepare, expected: expected)
  }

  static let one: @Sendable (Int) -> Int = { _ in 1 }

  static let all = reading + decoding + streams + partialValues + trees + encoding

  /// Runs the operation once and checks its result.
  func verify(
    count: Int, _ run: (() throws -> Int) throws -> Int = { try $0() }
  ) throws(UsageError) {
    let found: Int
    do { found = try run(prepare(count)) } catch { throw failure(count, "failed: \(error)") }
    let expected = expected(count)
    if found != expected { throw failure(count, "gave \(found) instead of \(expected)") }
  }

  func failure(_ count: Int, _ reason: String) -> UsageError {
    UsageError("\(name) with \(count) items \(reason)")
  }

  /// The operation at n, 2n and 4n items, in a process whose instructions are counted.
  /// - Returns: The allocations of each size, or nothing where they are not counted.
  func run(count: Int, _ counter: AllocationCounter) throws(UsageError) -> [Int] {
    // Work that is done once per process comes first.
    try verify(count: count)
    var all: [Int] = []
    for factor in Self.factors {
      try verify(count: count * factor) { operation in
        var found: Int?
        let allocations = try counter.allocations { found = try countedOperation(operation) }
        all += allocations.map { [$0] } ?? []
        // Without a counter, nothing has run.
        return try found ?? countedOperation(operation)
      }
    }
    return all
  }
}

/// Texts with a given number of items.
enum GrowthText {
  /// Texts side by side, between two others and separated by a third.
  static func list(
    _ count: Int, from begin: String = "[", separator: String = ",", to end: String = "]",
    _ item: (Int) -> String
  ) -> [UInt8] {
    var bytes = Array(begin.utf8)
    for index in 0..<count {
      if index > 0 { bytes += separator.utf8 }
      bytes += item(index).utf8
    }
    return bytes + end.utf8
  }

  static func object(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
    list(count, from: "{", to: "}", member)
  }

  /// An object whose members are named `m0`, `m1` and so on.
  static func members(_ count: Int) -> [UInt8] { object(count) { #""m\#($0)":\#($0)"# } }

  static func objectText(_ count: Int) -> String { String(decoding: members(count), as: UTF8.self) }

  static func arrays(_ depth: Int) -> [UInt8] {
    [UInt8](repeating: 0x5b, count: depth) + [UInt8](repeating: 0x5d, count: depth)
  }

  static func pieces(_ size: Int, of text: [UInt8]) -> [ArraySlice<UInt8>] {
    RushJSONStream.chunks(of: size, in: text[...])
  }
}
