import Foundation

/// The inputs that fuzzing begins with: the small files of the corpus, generated documents, and pieces
/// of them that one target alone understands.
struct Seeds {
  let corpus: URL

  /// Longer texts make each run slow and find nothing more.
  private static let maximumLength = 600

  func write(_ target: FuzzTarget, to folder: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let choices = [UInt8](repeating: 0, count: target.choiceCount)
    for (index, text) in (try texts() + Self.special(target)).enumerated() {
      try Data(choices + text).write(to: folder.appendingPathComponent("seed-\(index)"))
    }
  }

  private func texts() throws -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for name in ["accept", "reject", "either"] {
      let folder = corpus.appendingPathComponent(name)
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).sorted(by: { $0.path < $1.path }) {
        let bytes = [UInt8](try Data(contentsOf: file))
        if bytes.count <= Self.maximumLength { texts.append(bytes) }
      }
    }
    var generator = DocumentGenerator(seed: 1)
    for index in 0..<100 {
      texts.append(generator.document(maximumDepth: 8, maximumBytes: index % 10 == 0 ? 600 : 150))
    }
    return texts
  }

  private static func special(_ target: FuzzTarget) -> [[UInt8]] {
    let texts: [String] =
      switch target {
      case .numbers: ["-0", "1e22", "9007199254740993", "0.1", "1.7976931348623157e308", "5e-324"]
      case .strings: ["", "\\ud83d\\ude00", "é\u{1F600}", "\\u0000\\n\\\"", "</script>\u{2028}"]
      case .dates:
        [
          String(repeating: "\0", count: 17) + "2024-02-29T12:34:56.789Z",
          String(repeating: "\0", count: 17) + "1990-12-31T23:59:60+05:30",
        ]
      case .patches:
        [
          #"{"a":[1,{"b":2}]}"# + "\n" + #"{"a":[{"b":3},1]}"# + "\n"
            + #"[{"op":"move","from":"/a/0","path":"/a/-"},{"op":"test","path":"","value":1}]"#
            + "\n/a/1/b\n/~0~1\n"
        ]
      case .lines: ["{\"a\":1}\n[2]\r\n\n3", "\u{1e}1\n\u{1e}[2]\n\u{1e}"]
      case .events: ["\0id: 1\nevent: a\ndata: {}\ndata: 2\n\nretry: 10\n: c\r\ndata\r\r"]
      case .objects: [#"{"aps":{"alert":{"title":"t"},"badge":1,"sound":"s"},"custom":[1.5]}"#]
      case .pockets: [#"{"references":{"a":["b","c"],"d":null},"data":{"e":1}}"#]
      default: []
      }
    let dates = ["yyyy-MM-dd HH:mm:ss", "EEE, dd MMM yyyy HH:mm:ss Z", "hh:mm a", "D yy"]
    let patterns = target == .dates ? dates.map { $0 + "\n" } : []
    return texts.map { Array($0.utf8) } + patterns.map { [2, 120] + Array($0.utf8) }
  }
}
