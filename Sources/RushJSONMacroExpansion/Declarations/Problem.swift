/// A diagnostic of a declaration, and its range.
struct Problem: Sendable, Equatable {
  enum Severity: String, Sendable {
    case error, warning
  }

  /// A text in place of a range of bytes.
  struct Edit: Sendable, Equatable {
    var range: Range<Int>
    var text: String
  }

  struct FixIt: Sendable, Equatable {
    var message: String
    var edits: [Edit]
  }

  var severity: Severity = .error
  var message: String
  /// The bytes of the source that it is about.
  var range: Range<Int>
  var fixIts: [FixIt] = []

  /// An offer to replace something.
  func offering(_ message: String, _ range: Range<Int>, _ text: String) -> Problem {
    var problem = self
    problem.fixIts.append(FixIt(message: message, edits: [Edit(range: range, text: text)]))
    return problem
  }
}
