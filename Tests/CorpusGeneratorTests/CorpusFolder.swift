import Foundation

/// The folder `Corpus` of this repository, found from where this file was compiled.
enum CorpusFolder {
  static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  // Not Data(contentsOf:), which on Linux leaks a page for each empty file (the leak sanitizer
  // says).
  static func bytes(of name: String) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: url.appending(path: name))
    defer { file.closeFile() }
    return [UInt8](try file.readToEnd() ?? Data())
  }

  /// The names of the files in `folder`, sorted, without the hidden ones.
  static func names(in folder: String) throws -> [String] {
    let path = url.appending(path: folder).path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}

/// Parses with Foundation, which shares no code with this repository.
func parseWithFoundation(_ bytes: some Sequence<UInt8>) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
}

/// FNV-1a of 64 bits: short enough to compare by eye.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
