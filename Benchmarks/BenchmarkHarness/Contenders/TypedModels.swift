import BenchmarkDirectModels
import BenchmarkModels

/// The types that documents and samples are decoded as.
struct TypedModels: Sendable {
  typealias Model = any (Codable & SendableMetatype).Type
  typealias Sample = (type: Model, text: @Sendable () -> String)

  let documents: [String: Model]
  let tiny: Sample
  let small: Sample
  let names: Sample
  let sparse: Sample

  /// Types that are `Codable` alone.
  static let codable = TypedModels(
    documents: BenchmarkModels.ModelTypes.documents, tiny: BenchmarkModels.ModelTypes.tiny,
    small: BenchmarkModels.ModelTypes.small, names: BenchmarkModels.ModelTypes.names,
    sparse: BenchmarkModels.ModelTypes.sparse)

  /// The same types with `@JSONModel`. This library's coders read and write them without `Codable`.
  static let direct = TypedModels(
    documents: BenchmarkDirectModels.ModelTypes.documents,
    tiny: BenchmarkDirectModels.ModelTypes.tiny, small: BenchmarkDirectModels.ModelTypes.small,
    names: BenchmarkDirectModels.ModelTypes.names, sparse: BenchmarkDirectModels.ModelTypes.sparse)

  /// The names of documents that have a type.
  static var documentNames: [String] { codable.documents.keys.sorted() }

  /// The type for a document, or `nil` if there is none.
  func model(for input: BenchmarkInput) -> Model? {
    documents[input.name.split(separator: "/").last.map(String.init) ?? ""]
  }
}
