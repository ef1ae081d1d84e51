import Foundation
import RushJSON

/// What an encoder makes of a value.
enum Encoded: Equatable, CustomStringConvertible {
  case text(String)
  /// The case, the path and the description of an `EncodingError`.
  case refused(String)

  init(_ encode: () throws -> Data) {
    do {
      self = .text(String(decoding: try encode(), as: UTF8.self))
    } catch EncodingError.invalidValue(let value, let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      self = .refused("\(type(of: value)) at \(path): \(context.debugDescription)")
    } catch {
      self = .refused("\(error)")
    }
  }

  var description: String {
    switch self {
    case .text(let text): text
    case .refused(let reason): "refused: \(reason)"
    }
  }
}

/// Encoders with the same options.
struct BothEncoders {
  let foundation = JSONEncoder()
  let rush = RushJSONEncoder()

  init(_ formatting: JSONEncoder.OutputFormatting = [.sortedKeys]) {
    foundation.outputFormatting = formatting
    rush.outputFormatting = RushJSONEncoder.OutputFormatting(rawValue: formatting.rawValue)
  }

  /// What a `JSONEncoder` that is ours makes of a value, with the options of `foundation`.
  func forwarded(_ value: some Encodable) -> Encoded {
    let encoder = RushJSONEncoder().makeJSONEncoder()
    encoder.outputFormatting = foundation.outputFormatting
    encoder.dateEncodingStrategy = foundation.dateEncodingStrategy
    encoder.dataEncodingStrategy = foundation.dataEncodingStrategy
    encoder.keyEncodingStrategy = foundation.keyEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = foundation.nonConformingFloatEncodingStrategy
    encoder.userInfo = foundation.userInfo
    return Encoded { try encoder.encode(value) }
  }
}

/// A value that encodes itself as a closure says.
struct Scripted: Encodable {
  enum Key: String, CodingKey { case a, b, c }

  let script: @Sendable (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try script(encoder) }
}
