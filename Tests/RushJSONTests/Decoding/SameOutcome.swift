import Foundation
import Testing

/// Expects the same result from both decoders for each text.
func expectSame<T: Decodable>(
  _ type: T.Type, _ texts: String..., settings: [Setting] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let both = BothDecoders(settings)
  for text in texts {
    let (foundation, rush) = both.outcomes(type, Data(text.utf8))
    #expect(rush == foundation, "\(type) from \(text)", sourceLocation: sourceLocation)
  }
}

/// Expects the same result, except that this library's errors have another path and description.
func expectBetterError<T: Decodable>(
  _ type: T.Type, _ text: String, path: [String], message: String, settings: [Setting] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (foundation, rush) = BothDecoders(settings).outcomes(type, Data(text.utf8))
  #expect(rush.errorCase == foundation.errorCase, sourceLocation: sourceLocation)
  #expect(rush.type == foundation.type, sourceLocation: sourceLocation)
  #expect(rush.path == path, sourceLocation: sourceLocation)
  #expect(rush.text == message, sourceLocation: sourceLocation)
  #expect(
    foundation != rush, "Foundation does it too: no difference", sourceLocation: sourceLocation)
}

/// A member `a`, for values that are read in an object.
struct Box<T: Decodable>: Decodable {
  var a: T
}
