/// A row's operation at n, 2n and 4n items, in a process whose instructions are counted.
struct GrowthRun {
  let row: GrowthRow
  let count: Int
  let counter: AllocationCounter

  /// The instruction counter finds the operation by this name.
  static let countedFunction = "jsonbench_counted_operation"

  /// - Returns: Three lines with the allocations of each size, or `-` where they are not counted.
  func run() throws(UsageError) -> String {
    // Work that is done once per process comes first.
    try row.verify(count: count)
    var lines = ""
    for factor in GrowthRow.factors {
      let count = count * factor
      do {
        let operation = try row.prepare(count)
        var found = 0
        let allocations = try counter.allocations { found = try countedOperation(operation) }
        if allocations == nil { found = try countedOperation(operation) }
        try row.verify(found, count: count)
        lines += (allocations.map { "\($0)" } ?? "-") + "\n"
      } catch let error as UsageError {
        throw error
      } catch {
        throw row.failure(count, "failed: \(error)")
      }
    }
    return lines
  }
}

// callgrind takes no pattern for the function at which it writes its figures, so this function has
// a name that does not depend on the compiler.
@_silgen_name("jsonbench_counted_operation")
@inline(never)
@_optimize(none)
func countedOperation(_ operation: () throws -> Int) rethrows -> Int {
  try operation()
}
