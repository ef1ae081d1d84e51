import Foundation
import Testing

/// What holds for every file of the repository.
@Suite struct FileTests {
  private static let mostLines = 600

  /// Past this length a file has a second idea, which belongs in a file of its own.
  @Test func filesAreShort() throws {
    for folder in ["Sources", "Benchmarks", "Tests", "Tools"] {
      for path in try PackageTree.files(in: folder, endings: ["swift", "c", "h", "py"]) {
        let count = try PackageTree.bytes(of: path).count { $0 == UInt8(ascii: "\n") }
        #expect(count <= Self.mostLines, "\(path) has \(count) lines")
      }
    }
  }

  /// A reader finds a public type by its name.
  @Test func publicTypesHaveFilesOfTheirNames() throws {
    let declaration = /^(?:@\w+ )*public (?:final |indirect )?(?:struct|class|enum|protocol) (\w+)/
    var count = 0
    for path in try PackageTree.files(in: "Sources") {
      let name = (path as NSString).lastPathComponent.prefix { $0 != "." && $0 != "+" }
      for line in try PackageTree.text(of: path).split(whereSeparator: \.isNewline) {
        guard let type = line.firstMatch(of: declaration)?.1 else { continue }
        count += 1
        #expect(type == name, "\(path) declares \(type)")
      }
    }
    #expect(count > 50)
  }

  @Test(arguments: ["Utils", "Helpers", "Impl", "Manager"])
  func namesSayWhatIsInAFile(word: String) throws {
    for path in try PackageTree.trackedFiles() {
      let name = (path as NSString).lastPathComponent
      #expect(!name.contains(word), "\(path): '\(word)' does not say what is in it")
    }
  }

  /// In a container the checkout belongs to another user, and git refuses to read it unless it is told.
  @Test func jobsInContainersMayReadTheCheckout() throws {
    let jobs = try PackageTree.text(of: ".github/workflows/ci.yml").split(separator: "\n\n  ")
    let inContainers = jobs.filter { $0.contains("container:") }
    #expect(inContainers.count >= 2)
    for job in inContainers { #expect(job.contains("safe.directory"), "\(job)") }
  }

  /// A clone works on any machine: nothing names a folder of somebody's, or where somebody's
  /// packages come from.
  @Test func nothingNamesAMachine() throws {
    let files = try PackageTree.trackedFiles()
    #expect(files.contains("Package.swift") || files.contains { $0.hasPrefix("Sources/") })
    for path in files {
      #expect(!path.contains(" "), "a space in the path \(path)")
      // Texts of the corpus are data that tests of their own pin.
      if path.hasPrefix("Corpus/"), !path.hasSuffix(".md") { continue }
      let bytes = try PackageTree.bytes(of: path)
      guard Self.hints.contains(where: { bytes.range(of: Data($0.utf8)) != nil }) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (line, number) in zip(lines, 1...) {
        let folder = line.firstMatch(of: Self.folder)
        #expect(folder == nil, "\(path):\(number) names the folder \(folder?.1 ?? "")")
        let host = line.firstMatch(of: Self.packageSource)
        #expect(host == nil, "\(path):\(number) names \(host?.output ?? "")")
      }
    }
  }

  // Few files have one of these, and expressions are slow to match.
  private static let hints = [
    "/work", "/tmp", "/home", "/root", "/Users", "/opt", "index-url", "pypi", "pythonhosted",
    "artifactory", "jfrog", "registry", "npmjs", "localhost",
  ]

  /// An absolute path, not the middle of another path or of an address.
  private static var folder: Regex<(Substring, Substring)> {
    /(?:^|[^\w.\/~)}\-])(\/(?:work|tmp|home|root|Users|opt)\/[\w.]+)/
  }

  private static var packageSource: Regex<Substring> {
    // No pattern here matches its own text, as this file is searched too.
    /index-url[ =]|pypi\.org|pythonhosted\.org|artifactory[.\/]|jfrog\.|registry\.\w|npmjs\.\w/
  }
}
