import Foundation

/// `jsonbench compare`: reads two result files and lists what changed.
struct CompareCommand {
  let options: CompareOptions

  /// - Returns: Whether nothing is slower by more than the options allow.
  func run() throws(UsageError) -> Bool {
    let comparison = Comparison(
      old: try Self.read(options.old), new: try Self.read(options.new))
    let report = ComparisonReport(
      comparison: comparison, listsAll: options.listsAll, terminal: .standardOutput)
    try Output.standard.write(report.text)
    guard let limit = options.failAbove else { return true }
    let failed = comparison.rows(slowerThan: limit / 100)
    if failed.isEmpty { return true }
    Output.complain(
      "jsonbench: \(failed.count) of \(comparison.rows.count) results are slower by more than \(limit) %"
    )
    return false
  }

  static func read(_ name: String) throws(UsageError) -> ResultFile {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      throw UsageError("cannot read \(name): \(FailureReason(error))")
    }
    do {
      let file = try JSONDecoder().decode(ResultFile.self, from: data)
      guard file.results.allSatisfy(\.isPlausible) else {
        throw UsageError("\(name) has a result whose bytes or seconds are not positive")
      }
      return file
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError(
        "\(name) is not a result file of this version; "
          + "jsonbench run --format json --output FILE writes one")
    }
  }
}
