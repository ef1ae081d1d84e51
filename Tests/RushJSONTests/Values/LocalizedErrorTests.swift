import Foundation
import RushJSON
import RushJSONEditing
import RushJSONPush
import RushJSONStreams
import Testing

/// Foundation shows the description of each error of this library.
@Suite struct LocalizedErrorTests {
  private static func error(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func everyErrorDescribesItself() throws {
    var deep = JSONWritingOptions.compact
    deep.maximumDepth = 1
    let errors = [
      Self.error { _ = try JSONDocument(parsing: "[1 2]") },
      Self.error { _ = try JSONDocument(parsing: "[1]").root.bool() },
      Self.error { _ = try ([[1]] as RawJSON).jsonString(deep) },
      Self.error { _ = try JSONLines(["[1"]).trees().map { try $0.get() } },
    ]
    for error in errors {
      let error = try #require(error)
      #expect(error.localizedDescription == String(describing: error))
      #expect((error as? any LocalizedError)?.errorDescription == error.localizedDescription)
    }
  }

  @Test func aPayloadThatIsTooLargeDescribesItself() {
    let error = APS.Failure.sizeLimitExceeded(limit: 4096, actual: 5000)
    #expect(error.localizedDescription == error.description)
  }

  @Test func unknownOperationsNameTheKnownOnes() {
    let error = JSONPatch.Failure(.unknownOperation("swap"), index: 1)
    #expect(
      error.description
        == "patch operation 1 failed: \"swap\" is not one of add, remove, replace, move, copy, test"
    )
  }
}
