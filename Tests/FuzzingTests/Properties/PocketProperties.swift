import Foundation
import RushJSON
import RushJSONCore
import RushJSONPocket

/// The text of a pocket: read by all ways alike, written and read again; and files of pockets, of any
/// contents.
enum PocketProperties {
  static func run(_ input: inout FuzzInput) throws {
    // Files are slow, so few inputs write one.
    let usesFile = input.byte() == 7
    let text = input.rest(.pocket)
    if usesFile { try checkFile(text) }
    guard let pocket = try? Pocket(parsing: text) else { return }
    for way in input.sampled(Way.allCases) {
      switch way {
      case .text:
        try checkEqual("pocket: write ∘ read", try Pocket(parsing: pocket.jsonBytes()), pocket)
      case .data:
        try checkEqual("pocket: data ≡ bytes", try? Pocket(parsing: Data(text)), pocket)
      case .coders:
        let encoded = try RushJSONEncoder().encodeToBytes(pocket)
        try checkEqual("pocket: encode ∘ read", try Pocket(parsing: encoded), pocket)
        try checkEqual(
          "pocket: encode ∘ decode", try RushJSONDecoder().decode(Pocket.self, from: encoded),
          pocket)
      case .filter:
        let keys = Array(pocket.references.keys.sorted().prefix(2))
        try checkEqual(
          "filter: reading ≡ later", try Pocket(parsing: text, filterReferences: keys),
          pocket.filtered(references: keys))
      case .saving:
        try checkEqual(
          "saving itself changes nothing", pocket.saving(pocket), pocket.saving(pocket))
      }
    }
    _ = try? pocket.dataLength()
  }

  private enum Way: CaseIterable {
    case text, data, coders, filter, saving
  }

  private static func checkFile(_ text: [UInt8]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rushjson-fuzz-\(ProcessInfo.processInfo.processIdentifier).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text).write(to: url)
    let limit = Pocket.DataLimit(count: .max, unit: .bytes)
    let store = Pocket.FileStore(url, dataLimit: limit)
    guard let pocket = try? store.getPocket() else { return }
    let saved = try store.savePocket(pocket)
    try checkEqual("a saved pocket is found", try store.getPocket(), saved)
  }
}
