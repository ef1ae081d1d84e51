/// The types of documents, and of texts that come with their type.
///
/// The files of this folder are two modules. In `BenchmarkModels`, `@JSONModel` expands to nothing, so the types
/// are `Codable` alone. In `BenchmarkDirectModels`, which has links to the files, it is the macro of the
/// library, so the library's coders read and write the same types without `Codable`.
package enum ModelTypes {
  package typealias Model = any (Codable & SendableMetatype).Type
  /// A type and a text for it.
  package typealias Sample = (type: Model, text: @Sendable () -> String)

  /// The types of documents, by name.
  package static let documents: [String: Model] = [
    "timeline.json": TimelineModel.self, "catalogue.json": CatalogueModel.self,
    "geography.json": GeographyModel.self, "dates.json": ChatModel.self,
    "twitter.json": TwitterModel.self, "citm_catalog.json": PerformancesModel.self,
    "canada.json": GeographyModel.self,
  ]

  /// Types with a few members of a document.
  package static let partial: [String: Model] = [
    "timeline.json": PartialTimelineModel.self, "twitter.json": PartialTwitterModel.self,
  ]

  package static let tiny: Sample = (TinyModel.self, { TinyModel.text })
  package static let small: Sample = (SmallModel.self, { SmallModel.text })
  package static let names: Sample = ([String: EntryModel].self, { EntryModel.text })
  package static let sparse: Sample = ([SparseModel].self, { SparseModel.text })
}
