import Foundation
import RushJSON

extension InProcessContender {
  static let rushJSONCodableName = "RushJSON (Codable)"

  /// This library's coders with types that are only `Codable`, beside those that are read and written
  /// without it.
  static var rushJSONCodable: InProcessContender {
    InProcessContender(
      name: rushJSONCodableName,
      preparations: DirectCoding.preparations(.rushJSON, .rushJSON, .codable))
  }
}

/// The tasks `decode` and `encode` with the models of `Direct`, and those of `Codable` beside them.
enum DirectCoding {
  /// The types of one contender, by the names of documents.
  struct Models: Sendable {
    let documents: [String: any (Codable & SendableMetatype).Type]
    let tiny: any (Codable & SendableMetatype).Type
    let small: any (Codable & SendableMetatype).Type
    let sparse: any (Codable & SendableMetatype).Type

    static let codable = Models(
      documents: TypedDecoding.models, tiny: TinyModel.self, small: SmallModel.self,
      sparse: [SparseModel].self)

    static let direct = Models(
      documents: [
        "timeline.json": Direct.TimelineModel.self, "catalogue.json": Direct.CatalogueModel.self,
        "geography.json": Direct.GeographyModel.self, "dates.json": Direct.ChatModel.self,
        "twitter.json": Direct.TwitterModel.self,
        "citm_catalog.json": Direct.PerformancesModel.self,
        "canada.json": Direct.GeographyModel.self,
      ], tiny: Direct.TinyModel.self, small: Direct.SmallModel.self,
      sparse: [Direct.SparseModel].self)

    fileprivate func document(_ input: BenchmarkInput) -> (any (Codable & SendableMetatype).Type)? {
      documents[input.name.split(separator: "/").last.map(String.init) ?? ""]
    }
  }

  static func preparations(_ decoder: TypedDecoder, _ encoder: TypedEncoder, _ models: Models)
    -> [BenchmarkTask: InProcessContender.Preparation]
  {
    [
      .decodeDirect: { input in
        models.document(input).map { TypedDecoding.run($0, Data(input.bytes), decoder) }
      },
      .decodeDirectTiny: { _ in
        TypedDecoding.run(models.tiny, TinyModel.text, decoder, times: 10_000)
      },
      .decodeDirectSmall: { _ in
        TypedDecoding.run(models.small, SmallModel.text, decoder, times: 10_000)
      },
      .decodeDirectSparse: { _ in
        TypedDecoding.run(models.sparse, SparseModel.text, decoder)
      },
      .encodeDirect: { input in
        try models.document(input).map { try TypedEncoding.run($0, input.bytes, encoder) }
      },
      .encodeDirectTiny: { _ in
        try TypedEncoding.run(models.tiny, TinyModel.text, encoder, times: 10_000)
      },
      .encodeDirectSmall: { _ in
        try TypedEncoding.run(models.small, SmallModel.text, encoder, times: 10_000)
      },
    ]
  }
}
