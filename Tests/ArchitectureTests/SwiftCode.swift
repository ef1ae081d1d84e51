/// The code of a Swift file, without comments and without the text of string literals.
///
/// A scanner, not a parser: it knows line and nested block comments, strings of one and of several
/// lines, raw ones, and interpolations, whose code it keeps. Line breaks stay where they are, so
/// lines count as in the file. Regular expression literals are taken for code.
struct SwiftCode: Sendable {
  let lines: [Substring]
  /// Every identifier and keyword with its line, counted from one.
  let identifiers: [(name: String, line: Int)]
  /// Every identifier and keyword once.
  let names: Set<String>
  /// The types declared at the top level of the file, and those directly in its extensions.
  let declarations: [Declaration]
  /// The types that the file extends at its top level, and those around them.
  let extendedTypes: [String]

  init(_ source: String) {
    var scanner = Scanner(source)
    lines = scanner.scan().split(separator: "\n", omittingEmptySubsequences: false)
    identifiers = zip(lines, 1...).flatMap { line, number in
      line.utf8.split { !Self.isPartOfIdentifier($0) }
        .filter { word in !(word.first.map(Self.isDigit) ?? true) }
        .map { (String(decoding: $0, as: UTF8.self), number) }
    }
    names = Set(identifiers.map(\.name))
    declarations = Self.declarations(in: lines)
    extendedTypes = lines.filter { $0.contains("extension") }.flatMap {
      $0.firstMatch(of: /^(?:\w+ )?extension\s+([\w.]+)/)?.1.split(separator: ".").map(String.init)
        ?? []
    }
  }

  private static func isPartOfIdentifier(_ byte: UInt8) -> Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return isLetter || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The lines, counted from one, in which `part` occurs.
  func lines(containing part: String) -> [Int] {
    zip(lines, 1...).filter { $0.0.contains(part) }.map(\.1)
  }

  /// A type declared in the file.
  struct Declaration: Equatable {
    var name: String
    /// The type whose extension it is in, if it is in one: `B` in an extension of `A.B`.
    var extended: String?
  }

  private static func declarations(in lines: [Substring]) -> [Declaration] {
    var found: [Declaration] = []
    var depth = 0
    var extended: String?
    for line in lines {
      if depth == 0 || depth == 1 && extended != nil,
        keywords.contains(where: { line.contains($0) }),
        let match = line.firstMatch(of: typeDeclaration)
      {
        found.append(Declaration(name: String(match.1), extended: depth == 0 ? nil : extended))
      }
      if depth == 0, line.contains("extension"),
        let match = line.firstMatch(of: /\bextension\s+(?:\w+\.)*(\w+)/)
      {
        extended = String(match.1)
      }
      for byte in line.utf8 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
      // A signature over several lines has its brace on a later one.
      if depth == 0, line.contains("}") { extended = nil }
    }
    return found
  }

  // A regular expression costs a hundred times what this search does, and most lines declare nothing.
  private static let keywords = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  private static var typeDeclaration: Regex<(Substring, Substring)> {
    /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z_]\w*)/
  }
}

extension SwiftCode {
  /// Reads a file from its first byte to its last. All that it looks for is ASCII.
  private struct Scanner {
    private let source: [UInt8]
    private var at = 0
    private var code: [UInt8] = []

    init(_ source: String) { self.source = Array(source.utf8) }

    mutating func scan() -> String {
      scanCode(isInterpolation: false)
      return String(decoding: code, as: UTF8.self)
    }

    /// Code up to the end of the file, or to the parenthesis that ends an interpolation.
    private mutating func scanCode(isInterpolation: Bool) {
      var open = 0
      while at < source.count {
        let byte = source[at]
        if byte == Self.slash, stands("//") {
          while at < source.count, source[at] != Self.lineFeed { at += 1 }
        } else if byte == Self.slash, stands("/*") {
          skipBlockComment()
        } else if byte == Self.quote || byte == Self.sign && isRawString {
          scanString()
        } else {
          if isInterpolation {
            if byte == UInt8(ascii: "(") { open += 1 }
            if byte == UInt8(ascii: ")") { open -= 1 }
            if open < 0 { return }
          }
          code.append(byte)
          at += 1
        }
      }
    }

    private static let slash = UInt8(ascii: "/")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let sign = UInt8(ascii: "#")

    private func stands(_ text: String) -> Bool {
      source[at...].starts(with: text.utf8)
    }

    private var isRawString: Bool {
      source[at...].drop { $0 == Self.sign }.first == Self.quote
    }

    private mutating func skipBlockComment() {
      var open = 0
      repeat {
        if stands("/*") {
          open += 1
          at += 2
        } else if stands("*/") {
          open -= 1
          at += 2
        } else {
          keepLineBreak()
          at += 1
        }
      } while open > 0 && at < source.count
    }

    private mutating func scanString() {
      let signs = String(repeating: "#", count: source[at...].prefix { $0 == Self.sign }.count)
      at += signs.utf8.count
      let quotes = stands("\"\"\"") ? "\"\"\"" : "\""
      at += quotes.utf8.count
      code += "\"\"".utf8
      while at < source.count {
        if stands(quotes + signs) {
          at += quotes.utf8.count + signs.utf8.count
          return
        }
        if stands("\\" + signs + "(") {
          at += signs.utf8.count + 2
          code.append(UInt8(ascii: "("))
          scanCode(isInterpolation: true)
          code.append(UInt8(ascii: ")"))
        } else if stands("\\" + signs) {
          at += signs.utf8.count + 1
          if at < source.count { keepLineBreak() }
        } else {
          keepLineBreak()
        }
        at += 1
      }
    }

    private mutating func keepLineBreak() {
      if source[at] == Self.lineFeed { code.append(Self.lineFeed) }
    }
  }
}
