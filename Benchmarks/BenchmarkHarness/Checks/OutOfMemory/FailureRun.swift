import Foundation

/// One scenario in a process of its own, in which a request for memory fails.
struct FailureRun {
  let scenario: FailureScenario
  /// The number of requests that succeed first.
  let requests: Int
  /// Whether all later requests fail too.
  let forever: Bool
  let file: URL
  let counter: AllocationCounter

  /// What the process reports if it survives.
  enum Outcome: Equatable {
    /// The work was done: its result, and the requests that it made.
    case done(Int, requests: Int)
    case threw

    init?(_ text: String) {
      let words = text.split(whereSeparator: \.isWhitespace)
      switch words.first {
      case "done":
        guard words.count == 3, let result = Int(words[1]), let requests = Int(words[2]) else {
          return nil
        }
        self = .done(result, requests: requests)
      case "threw": self = .threw
      default: return nil
      }
    }

    var text: String {
      switch self {
      case .done(let result, let requests): "done \(result) \(requests)\n"
      case .threw: "threw\n"
      }
    }
  }

  func run() throws(UsageError) -> String {
    do {
      let work = try scenario.prepare(file)
      // What is done once per process comes first: the Swift runtime does not check whether it gets the
      // memory for its own tables.
      if scenario.writesFile {
        let old = try Data(contentsOf: file)
        blackHole(try work())
        try old.write(to: file)
      } else {
        blackHole(try work())
      }
      var outcome = Outcome.threw
      var failed = false
      let requests = counter.allocations {
        failed = counter.withFailure(after: self.requests, forever: forever) {
          do { outcome = .done(try work(), requests: 0) } catch { outcome = .threw }
        }
      }
      guard failed, let requests else { throw UsageError("requests cannot fail here") }
      if case .done(let result, _) = outcome { outcome = .done(result, requests: requests) }
      return outcome.text
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(scenario.name) cannot be prepared: \(error)")
    }
  }
}
