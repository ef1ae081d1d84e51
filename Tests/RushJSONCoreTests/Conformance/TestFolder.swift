import Foundation

/// A folder with texts to read, found from where this file was compiled.
struct TestFolder: Sendable {
  let url: URL

  /// `path` is relative to the root of the package.
  init(_ path: String) {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    url = package.appending(path: path).standardizedFileURL
  }

  /// The names of the files in it, sorted, without hidden ones; empty if the folder does not exist.
  var names: [String] {
    let path = url.path(percentEncoded: false)
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  // Not Data(contentsOf:), which on Linux leaks a page for each empty file (the leak sanitizer
  // says).
  func bytes(of name: String) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: url.appending(path: name))
    defer { file.closeFile() }
    return [UInt8](try file.readToEnd() ?? Data())
  }

  static let corpus = TestFolder("Corpus")
  static let accept = TestFolder("Corpus/accept")
  static let reject = TestFolder("Corpus/reject")
  static let either = TestFolder("Corpus/either")

  /// The generated documents of the corpus, without its log, which is many texts.
  static let documents = corpus.names.filter { $0.hasSuffix(".json") }

  // Published texts that are not part of this package. They are read if they are beside it.
  static let published = TestFolder("../shared/data/conformance")
  static let transform = TestFolder("../shared/data/transform")
}
