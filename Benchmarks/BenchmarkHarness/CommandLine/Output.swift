import Foundation

/// The destination of a report.
enum Output {
  case standard
  case file(String)

  init(_ options: OutputOptions) {
    self = options.file.map { .file($0) } ?? .standard
  }

  func write(_ text: String) throws(UsageError) {
    do {
      switch self {
      case .standard: try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      case .file(let name): try Data(text.utf8).write(to: URL(fileURLWithPath: name))
      }
    } catch {
      throw UsageError("cannot write \(place): \(FailureReason(error))")
    }
  }

  /// Checks before a run of two minutes whether its result can be written.
  ///
  /// Opens the file for appending, so an older result survives a run that fails.
  func verify() throws(UsageError) {
    guard case .file(let name) = self else { return }
    let existed = FileManager.default.fileExists(atPath: name)
    guard let stream = OutputStream(toFileAtPath: name, append: true) else {
      throw UsageError("cannot write \(place); name a file in a folder that can be written")
    }
    stream.open()
    defer { stream.close() }
    if stream.streamStatus == .error {
      throw UsageError("cannot write \(place); name a file in a folder that can be written")
    }
    if !existed { removeProbe(name) }
  }

  private func removeProbe(_ name: String) {
    do {
      try FileManager.default.removeItem(atPath: name)
    } catch {
      // The empty file stays until the result replaces it.
    }
  }

  private var place: String {
    switch self {
    case .standard: "to standard output"
    case .file(let name): "the file \(name)"
    }
  }

  func write(_ table: TextTable) throws(UsageError) {
    try write(table.lines.map { $0 + "\n" }.joined())
  }

  static func complainWithoutOptimisation(_ result: String) {
    #if DEBUG
      complain(
        "jsonbench: built without optimisation, so \(result); use swift run -c release jsonbench")
    #endif
  }

  /// Writes a line to standard error. A failure is ignored, because it cannot be reported.
  static func complain(_ line: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      return
    }
  }
}
