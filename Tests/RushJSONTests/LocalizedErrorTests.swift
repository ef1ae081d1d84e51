import Foundation
import RushJSON
import Testing

/// Errors show their description wherever Foundation's texts for people are used.
@Suite struct LocalizedErrorTests {
  private static let errors: [any LocalizedError & CustomStringConvertible] = [
    JSONSyntaxError(.emptyText, at: 0),
    JSONValueError(.missingName("price"), at: "/ticket"),
    JSONWritingError(.unsupportedType("Date"), at: "/when"),
    JSONPatchError(.testFailed, index: 0, operation: .test, pointer: "/price"),
    APNSPayloadError.sizeLimitExceeded(limit: 4096, actual: 5000),
  ]

  @Test func descriptionsAreLocalizedDescriptions() {
    for error in Self.errors {
      #expect(error.errorDescription == error.description)
      #expect(error.localizedDescription == error.description)
    }
  }

  @Test func unknownOperationsNameTheKnownOnes() {
    let error = JSONPatchError(.unknownOperation("swap"), index: 1)
    #expect(
      error.description
        == "patch operation 1 failed: \"swap\" is not one of add, remove, replace, move, copy, test"
    )
  }
}
