import CorpusGenerator

/// Texts of one kind and very different sizes.
enum ScaleText {
  /// The size that the others are compared with.
  static let reference = 100_000

  static let sizes = [50, 1_000, reference, 10_000_000, 1_000_000_000]

  /// Enough different documents that a processor cannot learn them: about 6 MB.
  private static let variety = 60

  /// Chat timelines as elements of an array, about `size` bytes in all.
  ///
  /// A timeline has at least 2 KB, so smaller texts are a part of one.
  static func text(size: Int) -> [UInt8] {
    if size < 500 { return shortest }
    if size < 5_000 { return user }
    let timelines = (1...variety).map { seed in
      CorpusShape.timeline.generate(seed: UInt64(seed), targetBytes: reference)
    }
    var text: [UInt8] = []
    text.reserveCapacity(size + 2 * reference)
    var index = 0
    repeat {
      text.append(UInt8(ascii: index == 0 ? "[" : ","))
      text += timelines[index % variety]
      index += 1
    } while text.count < size
    text.append(UInt8(ascii: "]"))
    return text
  }

  /// The reply of a service that has nothing to report.
  private static var shortest: [UInt8] {
    Array(#"{"id":505874924095815681,"ok":true,"lang":"ja"}   "#.utf8)
  }

  /// The account of a status, indented as in the timeline.
  private static var user: [UInt8] {
    let timeline = CorpusShape.timeline.generate(seed: 1, targetBytes: 1)
    let lines = timeline.split(separator: UInt8(ascii: "\n"))
    let start = lines.firstIndex { $0.starts(with: #"      "user": {"#.utf8) }
    guard let start,
      let end = lines[start...].firstIndex(where: { $0.elementsEqual("      },".utf8) })
    else { return timeline }
    let inside = Array(lines[(start + 1)..<end].joined(separator: "\n".utf8))
    return Array("{\n".utf8) + inside + Array("\n      }".utf8)
  }
}
