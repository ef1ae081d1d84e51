import Foundation
import RushJSON

// Foundation's objects from text and to text: `RushJSONSerialization` and `JSONSerialization`.

extension InProcessContender {
  static var rushJSONObjects: Preparations {
    objects(
      read: { try RushJSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) },
      write: { try RushJSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) })
  }

  static var foundationObjects: Preparations {
    objects(
      read: FoundationJSON.parse,
      write: { try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) })
  }

  private static func objects(
    read: @escaping (Data) throws -> Any, write: @escaping (Any) throws -> Data
  ) -> Preparations {
    [
      .objects: { input in
        let data = Data(input.bytes)
        return InProcessRun(work: { try read(data) }, describe: FoundationJSON.fingerprint)
      },
      .writeObjects: { input in
        // Both write the same objects, and a text is judged by reading it.
        let object = try FoundationJSON.parse(Data(input.bytes))
        return InProcessRun(
          work: { try write(object) },
          describe: { try FoundationJSON.fingerprint(of: FoundationJSON.parse($0)) })
      },
    ]
  }
}
