import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Names that key strategies make, compared with Foundation's encoder.
@Suite struct EncodedNameTests {
  /// Each name as the only key of an object.
  private struct Names: Encodable {
    let names: [String]

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for name in names {
        var object = list.nestedContainer(keyedBy: RandomCalls.Name.self)
        try object.encode(0, forKey: RandomCalls.Name(stringValue: name))
      }
    }
  }

  /// The names as an encoder has converted them.
  private func converted(_ text: Data) throws -> [String] {
    try JSONDecoder().decode([[String: Int]].self, from: text).map { $0.keys.first ?? "" }
  }

  private func check(_ names: [String]) throws {
    let both = BothEncoders([])
    both.foundation.keyEncodingStrategy = .convertToSnakeCase
    both.rush.keyEncodingStrategy = .convertToSnakeCase
    let theirs = try converted(both.foundation.encode(Names(names: names)))
    let ours = try converted(both.rush.encode(Names(names: names)))
    for (index, name) in names.enumerated() where theirs[index] != ours[index] {
      Issue.record("\(name.debugDescription): \(ours[index]), Foundation: \(theirs[index])")
    }
    both.rush.nameStyle = .kebabCase
    #expect(try converted(both.rush.encode(Names(names: names))).count == names.count)
  }

  @Test(
    "letters that are capital and small, or neither, do not end the process",
    arguments: ["nº", "aª", "ĸ", "aĸ", "𝐹", "a𝐹b", "aǅb", "ⓐⒷⓒ", "xⅣ", "nºBc", "aB\u{600}c"])
  func lettersOfBothCases(_ name: String) throws { try check([name]) }

  @Test("all letters, first in a name, last, and among others")
  func allLetters() throws {
    var names: [String] = []
    for value in 0...0x10ffff as ClosedRange<UInt32> {
      guard let letter = Unicode.Scalar(value) else { continue }
      switch letter.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .letterNumber:
        for form in ["#", "a#", "A#", "#a", "#A", "a#b", "aB#b", "aBC#", "a##B", "aB\u{600}#c"] {
          names.append(form.replacing("#", with: String(letter)))
        }
      case .otherLetter:
        // Almost all of them are ideographs and syllables, which have no case.
        if letter.properties.isLowercase || letter.properties.isUppercase || value % 64 == 0 {
          names.append("a\(letter)b\(letter)BC\(letter)d")
        }
      case .otherSymbol where letter.properties.isLowercase || letter.properties.isUppercase:
        names.append("a\(letter)b\(letter)BC\(letter)d")
      default: continue
      }
    }
    #expect(names.count > 30_000)
    for start in stride(from: 0, to: names.count, by: 500) {
      try check(Array(names[start..<min(start + 500, names.count)]))
    }
  }

  @Test("random names", arguments: [1, 2, 3] as [UInt64])
  func randomNames(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try check((0..<3000).map { _ in RandomNames.name(&generator) })
  }
}
