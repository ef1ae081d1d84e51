import Foundation
import RushJSON

// Small texts, one after the other, as a program reads messages: each to a document, or by one reader.

extension InProcessContender {
  static var rushJSONSmallTexts: Preparations {
    preparations(
      { Array($0.utf8) }, { try RushJSONWalk.fingerprint(of: JSONDocument(parsing: $0)) },
      each: { texts in for text in texts { blackHole(try JSONDocument(parsing: text)) } },
      byOneReader: { texts in
        var reader = JSONDocument.Reader()
        for text in texts { blackHole(try reader.parse(text)) }
      })
  }

  /// Foundation has no memory to lend: both tasks are the same work.
  static var foundationSmallTexts: Preparations {
    let parse: ([Data]) throws -> Void = { texts in
      for text in texts { blackHole(try FoundationJSON.parse(text)) }
    }
    return preparations(
      { Data($0.utf8) }, { try FoundationJSON.fingerprint(ofText: $0) }, each: parse,
      byOneReader: parse)
  }

  private static func preparations<Text>(
    _ convert: @escaping (String) -> Text, _ describe: @escaping (Text) throws -> Fingerprint,
    each: @escaping ([Text]) throws -> Void, byOneReader: @escaping ([Text]) throws -> Void
  ) -> Preparations {
    func reading(
      _ sample: TypedModels.Sample, _ read: @escaping ([Text]) throws -> Void
    ) -> Preparation {
      { _ in
        let text = sample.text()
        let texts = [Text](repeating: convert(text), count: 10_000)
        return InProcessRun(
          work: {
            try read(texts)
            return texts[0]
          }, describe: describe, bytes: text.utf8.count * texts.count)
      }
    }
    let (tiny, small) = (TypedModels.codable.tiny, TypedModels.codable.small)
    return [
      .documentTiny: reading(tiny, each), .documentSmall: reading(small, each),
      .readerTiny: reading(tiny, byOneReader), .readerSmall: reading(small, byOneReader),
    ]
  }
}
