import Dispatch
import Synchronization

/// A row of a check, which can be run by itself.
protocol CheckRow: Sendable {
  /// The word for such a row.
  static var kind: String { get }
  static var all: [Self] { get }
  var name: String { get }
}

extension CheckRow {
  static func named(_ name: String) throws(UsageError) -> Self {
    guard let row = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UsageError("unknown \(kind) '\(name)'; there are \(names)")
    }
    return row
  }
}

extension Array where Element: CheckRow {
  /// The rows of these names; all for none.
  static func named(_ names: [String]) throws(UsageError) -> [Element] {
    names.isEmpty ? Element.all : try names.map { (name) throws(UsageError) in try .named(name) }
  }

  /// Measures all rows, on all processors, and says what is going on.
  func measured<Measured: Sendable>(
    _ measure: @Sendable (Element) throws(UsageError) -> Measured
  ) -> [(Element, Result<Measured, UsageError>)] {
    let results = Mutex([Result<Measured, UsageError>?](repeating: nil, count: count))
    let progress = Mutex(Progress())
    progress.withLock { $0.begin(steps: count) }
    DispatchQueue.concurrentPerform(iterations: count) { index in
      progress.withLock { $0.start(self[index].name) }
      let result = Result { () throws(UsageError) in try measure(self[index]) }
      results.withLock { $0[index] = result }
    }
    progress.withLock { $0.end() }
    return zip(self, results.withLock { $0 }).compactMap { row, result in
      result.map { (row, $0) }
    }
  }
}
