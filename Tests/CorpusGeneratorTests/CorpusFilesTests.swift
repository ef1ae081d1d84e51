import CorpusGenerator
import Foundation
import Testing

/// The files of the corpus are what the generator and the README say they are.
@Suite struct CorpusFilesTests {
  /// Cases of `accept` that Foundation does not accept, each with the reason.
  private static let refusedByFoundation: [String: String] = [:]
  /// Cases of `reject` that Foundation accepts, each with the reason.
  private static let acceptedByFoundation = [
    "array-trailing-comma.json": "a comma may end an array",
    "array-trailing-comma-nested.json": "a comma may end an array",
    "array-trailing-comma-spaced.json": "a comma may end an array",
    "object-trailing-comma.json": "a comma may end an object",
    "object-trailing-comma-spaced.json": "a comma may end an object",
  ]

  @Test func generatedFilesAreWhatTheGeneratorWrites() throws {
    let files = CorpusWriter.files()
    for file in files {
      let same = try CorpusFolder.bytes(of: file.name) == file.bytes
      #expect(same, "\(file.name) is not what seed \(CorpusWriter.defaultSeed) gives")
    }
    let total = files.reduce(0) { $0 + $1.bytes.count }
    #expect(total <= 10_000_000)
    let extra = Set(try CorpusFolder.names(in: "")).subtracting(files.map(\.name))
    #expect(extra == ["README.md", "accept", "either", "reject"])
    let readme = String(decoding: try CorpusFolder.bytes(of: "README.md"), as: UTF8.self)
    #expect(readme.contains(CorpusWriter.statisticsTable(of: files)), "statistics out of date")
    #expect(readme.contains("The seed is \(CorpusWriter.defaultSeed) "))
  }

  @Test(arguments: CorpusShape.allCases)
  func readmeHasTheSummary(shape: CorpusShape) throws {
    let readme = String(decoding: try CorpusFolder.bytes(of: "README.md"), as: UTF8.self)
    #expect(readme.contains("| `\(shape.name)` | \(shape.summary) |"))
  }

  @Test(arguments: [("accept", 100), ("reject", 200), ("either", 35)])
  func folderHasEnoughCases(folder: String, least: Int) throws {
    let names = try CorpusFolder.names(in: folder)
    #expect(names.count >= least)
    for name in names {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)+\.json/) != nil, "\(folder)/\(name)")
    }
  }

  @Test func noTextIsThereTwice() throws {
    var seen: [[UInt8]: String] = [:]
    for folder in ["accept", "reject", "either"] {
      for name in try CorpusFolder.names(in: folder) {
        let bytes = try CorpusFolder.bytes(of: "\(folder)/\(name)")
        let earlier = seen.updateValue("\(folder)/\(name)", forKey: bytes)
        #expect(earlier == nil, "\(folder)/\(name)")
      }
    }
  }

  @Test func readmeDecidesEachCaseOfEitherOnce() throws {
    let readme = String(decoding: try CorpusFolder.bytes(of: "README.md"), as: UTF8.self)
    let rows = readme.matches(of: /\n\| `([^`]+)` \| (?:accepted|rejected) \| [^|]+ \|/)
    let names = rows.map { String($0.output.1) }
    #expect(names == (try CorpusFolder.names(in: "either")))
  }

  @Test func foundationAcceptsTheCasesToAccept() throws {
    for name in try CorpusFolder.names(in: "accept") {
      let bytes = try CorpusFolder.bytes(of: "accept/\(name)")
      #expect(isAcceptedByFoundation(bytes) == (Self.refusedByFoundation[name] == nil), "\(name)")
    }
  }

  @Test func foundationRejectsTheCasesToReject() throws {
    for name in try CorpusFolder.names(in: "reject") {
      let bytes = try CorpusFolder.bytes(of: "reject/\(name)")
      #expect(isAcceptedByFoundation(bytes) == (Self.acceptedByFoundation[name] != nil), "\(name)")
    }
  }

  private func isAcceptedByFoundation(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try parseWithFoundation(bytes)
      return true
    } catch {
      return false
    }
  }
}
