/// A document to measure.
struct BenchmarkInput: Equatable, Sendable {
  /// The name in reports: the file's name, or its path if two files share a name.
  var name: String
  var bytes: [UInt8]
}
