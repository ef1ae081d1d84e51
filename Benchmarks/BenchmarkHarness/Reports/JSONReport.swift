/// The report as JSON, one result per line, so that differences between files are readable.
///
/// Written by hand: `JSONEncoder` breaks either every line or none, and leaves out `nil`.
struct JSONReport {
  let file: ResultFile

  init(report: Report) {
    file = ResultFile(report)
  }

  var text: String {
    let results = file.results.map { "  " + Self.result($0) }.joined(separator: ",\n")
    return """
      {"machine": \(Self.machine(file.machine)),
      "settings": \(Self.settings(file.settings)),
      "notes": \(Self.array(file.notes.map(Self.quoted))),
      "results": [
      \(results)
      ]}

      """
  }

  private static func machine(_ machine: Machine) -> String {
    let members = [
      (#""cpu""#, quoted(machine.cpu)), (#""cores""#, "\(machine.cores)"),
      (#""os""#, quoted(machine.os)), (#""swift""#, quoted(machine.swift)),
      (#""date""#, quoted(machine.date)),
    ]
    return object(members)
  }

  private static func result(_ result: ResultFile.Result) -> String {
    let seconds = object([
      (#""min""#, "\(result.seconds.min)"),
      (#""lowerQuartile""#, "\(result.seconds.lowerQuartile)"),
      (#""median""#, "\(result.seconds.median)"),
      (#""upperQuartile""#, "\(result.seconds.upperQuartile)"),
      (#""max""#, "\(result.seconds.max)"),
      (#""samples""#, array(result.seconds.samples.map { "\($0)" })),
    ])
    return object([
      (#""file""#, quoted(result.file)), (#""task""#, quoted(result.task)),
      (#""contender""#, quoted(result.contender)), (#""bytes""#, "\(result.bytes)"),
      (#""seconds""#, seconds), (#""iterations""#, "\(result.iterations)"),
      (#""allocations""#, result.allocations.map { "\($0)" } ?? "null"),
    ])
  }

  private static func settings(_ settings: RunSettings) -> String {
    object([
      (#""version""#, quoted(settings.version)),
      (#""commit""#, settings.commit.map(quoted) ?? "null"),
      (#""arguments""#, array(settings.arguments.map(quoted))),
      (#""seconds""#, "\(settings.seconds)"), (#""rotates""#, "\(settings.rotates)"),
    ])
  }

  private static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  private static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
