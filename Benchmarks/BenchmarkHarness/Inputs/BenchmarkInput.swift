/// A document to be measured.
struct BenchmarkInput: Equatable, Sendable {
  /// The name in tables and reports: the file's name, or its path where two share a name.
  var name: String
  var bytes: [UInt8]
}
