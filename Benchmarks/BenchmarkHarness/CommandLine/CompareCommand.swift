import Foundation

/// `jsonbench compare`: reads two result files and lists what changed.
struct CompareCommand {
  let options: CompareOptions

  func run() throws(UsageError) {
    let comparison = Comparison(
      old: try Self.read(options.old), new: try Self.read(options.new))
    let report = ComparisonReport(
      comparison: comparison, listsAll: options.listsAll, terminal: .standardOutput)
    try Output.standard.write(report.text)
  }

  private static func read(_ name: String) throws(UsageError) -> ResultFile {
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
        "\(name) is not a result file; jsonbench run --format json --output FILE writes one")
    }
  }
}
