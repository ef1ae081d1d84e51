import RushJSON

/// One attack in a process of its own, whose instructions may be counted.
struct AttackRun {
  let attack: Attack
  let size: Int
  /// Whether ordinary input is run too, for comparison.
  let comparesSteps: Bool
  let counter: AllocationCounter

  /// A size for work that is done once per process.
  private static let small = 2000

  /// - Returns: A line for each operation that was run.
  func lines() -> [Line] {
    var lines: [Line] = []
    for row in attack.cases {
      if comparesSteps, let ordinary = row.ordinary {
        lines += measure(row.name, isOrdinary: true, ordinary)
      }
      lines += measure(row.name, isOrdinary: false, row.prepare)
    }
    return lines
  }

  /// Nothing if the input cannot be prepared: then no program gets as far as the operation.
  private func measure(
    _ name: String, isOrdinary: Bool, _ prepare: (Int) throws -> AttackInput
  ) -> [Line] {
    do { _ = try prepare(Self.small).operation() } catch { blackHole(error) }
    let input: AttackInput
    do { input = try prepare(size) } catch { return [] }
    var outcome = ""
    var peak: Int?
    var records = 0
    let allocations = counter.allocations {
      peak = counter.peakBytes {
        do {
          records = try countedOperation(input.operation)
        } catch {
          outcome = Self.describe(error)
        }
      }
    }
    return [
      Line(
        name: name, isOrdinary: isOrdinary, bytes: input.bytes, allocations: allocations ?? -1,
        peak: peak ?? -1, records: input.countsRecords ? records : 0, outcome: outcome)
    ]
  }

  /// What stopped the operation: the kind of its error.
  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as JSONSyntaxError: return "\(name(error.kind))"
    case let error as JSONStreamError:
      if case .syntax(let kind) = error.kind { return name(kind) }
      return name(error.kind)
    case let error as JSONPatch.Failure: return name(error.kind)
    case let error as JSONWritingError: return name(error.kind)
    case let error as JSONValueError: return name(error.kind)
    case DecodingError.dataCorrupted(let context):
      return context.underlyingError.map(describe) ?? "dataCorrupted"
    case DecodingError.typeMismatch: return "typeMismatch"
    case EncodingError.invalidValue: return "invalidValue"
    default: return "\(type(of: error))"
    }
  }

  /// The name of a case, without its values.
  private static func name<Kind>(_ kind: Kind) -> String {
    // Invariant: the runtime returns a string that lives as long as the process.
    unsafe enumCaseName(kind).map { unsafe String(cString: $0) } ?? "\(kind)"
  }

  /// The result of one operation.
  struct Line: Equatable, Codable {
    var name: String
    var isOrdinary: Bool
    var bytes: Int
    /// Negative where they are not counted.
    var allocations: Int
    /// The most bytes at a time above those before; negative where they are not counted.
    var peak: Int
    /// How many records were delivered; 0 where they are not counted.
    var records = 0
    /// What stopped it; empty if nothing did.
    var outcome: String
  }
}

/// The runtime's name of the case of an enum. `String(reflecting:)` gives the description of these enums.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
