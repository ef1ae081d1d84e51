import Foundation
import RushJSON

/// What `--format json` writes, and `compare` and `report` read.
struct ResultFile: Codable, Equatable, Sendable {
  var machine: Machine
  var settings: RunSettings
  /// What was not timed, and why.
  var notes: [String]
  var results: [Measurement]

  /// The file as JSON, one result per line, so that differences between files are readable.
  func text() throws(UsageError) -> String {
    let encoder = RushJSONEncoder()
    encoder.nilEncodingStrategy = .null
    encoder.outputFormatting = .withoutEscapingSlashes
    do {
      let results = try results.map { try "  " + encoder.encodeToString($0) }
      return """
        {"machine":\(try encoder.encodeToString(machine)),
        "settings":\(try encoder.encodeToString(settings)),
        "notes":\(try encoder.encodeToString(notes)),
        "results":[
        \(results.joined(separator: ",\n"))
        ]}

        """
    } catch {
      throw UsageError("cannot write the results as JSON: \(error)")
    }
  }

  static func read(_ name: String) throws(UsageError) -> ResultFile {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      throw UsageError("cannot read \(name): \(FailureReason(error))")
    }
    let file: ResultFile
    do {
      file = try JSONDecoder().decode(ResultFile.self, from: data)
    } catch {
      throw UsageError(
        "\(name) is not a result file of this version; "
          + "jsonbench run --format json --output FILE writes one")
    }
    guard file.results.allSatisfy(\.isPlausible) else {
      throw UsageError("\(name) has a result whose bytes or seconds are not positive")
    }
    return file
  }
}

extension ResultFile {
  init(_ report: Report) {
    self.init(
      machine: report.machine, settings: report.settings, notes: report.notes,
      results: report.measurements)
  }
}
