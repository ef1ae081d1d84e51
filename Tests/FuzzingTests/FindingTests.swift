import Foundation
import Testing

/// Inputs for which a property once did not hold, and the one input that each target begins with.
///
/// `Fuzzing/run` finds them and puts them into the folder `Findings`, each in the folder of its target.
@Suite struct FindingTests {
  struct Finding: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let file: URL

    var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
  }

  static let findings: [Finding] = FuzzTarget.allCases.flatMap { target in
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Findings").appendingPathComponent(target.rawValue)
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.map { Finding(target: target, file: $0) }
  }

  @Test(arguments: findings)
  func findingStaysMended(_ finding: Finding) throws {
    try finding.target.run([UInt8](try Data(contentsOf: finding.file)))
  }

  /// A target must not fail on nothing, or on bytes that make each choice the largest.
  @Test(arguments: FuzzTarget.allCases)
  func plainInputsHold(_ target: FuzzTarget) throws {
    for byte in [UInt8(0), 1, 0x20, 0x31, 0x5b, 0x7b, 0xff] {
      for count in [0, 1, 2, 9, 70, 300] {
        try target.run([UInt8](repeating: byte, count: count))
      }
    }
  }

  /// A property that does not hold is an error that names it.
  @Test func aFailureNamesTheProperty() {
    #expect(throws: PropertyFailure.self) { try checkEqual("one is two", 1, 2) }
    let failure = PropertyFailure(property: "one is two", detail: "found 1")
    #expect("\(failure)".contains("one is two"))
  }
}
