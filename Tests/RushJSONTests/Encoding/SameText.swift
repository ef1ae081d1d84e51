import Foundation
import RushJSON
import Testing

extension BothEncoders {
  /// Expects the same text, or the same error, from both encoders.
  func check(
    _ value: some Encodable, at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let theirs = Encoded { try foundation.encode(value) }
    let ours = Encoded { try rush.encode(value) }
    #expect(ours == theirs, sourceLocation: sourceLocation)
    #expect(forwarded(value) == ours, sourceLocation: sourceLocation)
  }
}
