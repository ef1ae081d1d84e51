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
    try checkEqual("pocket: write ∘ read", try Pocket(parsing: pocket.jsonBytes()), pocket)
    try checkEqual("pocket: data ≡ bytes", try? Pocket(parsing: Data(text)), pocket)
    let encoded = try RushJSONEncoder().encodeToBytes(pocket)
    try checkEqual("pocket: encode ∘ read", try Pocket(parsing: encoded), pocket)
    try checkEqual(
      "pocket: encode ∘ decode", try RushJSONDecoder().decode(Pocket.self, from: encoded), pocket)
    let keys = Array(pocket.references.keys.sorted().prefix(2))
    try checkEqual(
      "filter: reading ≡ later", try Pocket(parsing: text, filterReferences: keys),
      pocket.filtered(references: keys))
    try checkEqual("saving itself changes nothing", pocket.saving(pocket), pocket.saving(pocket))
    _ = try? pocket.dataLength()
  }

  private static func checkFile(_ text: [UInt8]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rushjson-fuzz-\(ProcessInfo.processInfo.processIdentifier).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text).write(to: url)
    let limit = Pocket.DataLimit(count: .max, unit: .bytes)
    let store = FilePocketStore(url, dataLimit: limit)
    guard let pocket = try? store.getPocket() else { return }
    let saved = try store.savePocket(pocket)
    try checkEqual("a saved pocket is found", try store.getPocket(), saved)
  }
}
