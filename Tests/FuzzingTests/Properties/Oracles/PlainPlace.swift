import RushJSONCore

/// The path and the location of the end of a text, byte by byte.
struct PlainPlace {
  private enum Container {
    /// An array, after this number of commas.
    case array(Int)
    /// An object, with the name after its last comma. A quoted name includes its quotation marks.
    case object(name: ArraySlice<UInt8>?)
  }

  private let text: ArraySlice<UInt8>
  private var open: [Container] = []

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var at = text.startIndex
    while at < text.endIndex {
      let end = min(tokenEnd(at), text.endIndex)
      read(text[at..<end], isCut: tokenEnd(at) > text.endIndex)
      at = end
    }
  }

  /// The end of the token or the byte at `at`. One more than the end of the text if a string is not complete.
  private func tokenEnd(_ at: Int) -> Int {
    let rest = text[at...]
    let space = wideSpace(at)
    if space > 0 { return at + space }
    switch text[at] {
    case 0x22, 0x27:
      var end = at + 1
      while end < text.endIndex, text[end] != text[at] { end += text[end] == 0x5c ? 2 : 1 }
      return min(end, text.endIndex) + 1
    case 0x2f where rest.dropFirst().first == 0x2f:
      return rest.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.endIndex
    case 0x2f where rest.dropFirst().first == 0x2a:
      var end = at + 4
      while end <= text.endIndex, !text[..<end].suffix(2).elementsEqual([0x2a, 0x2f]) { end += 1 }
      return min(end, text.endIndex)
    case 0...0x20, 0x2c, 0x2f, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d: return at + 1
    default:
      return rest.indices.first { index in
        text[index] <= 0x20 || #""',/:[]{}"#.utf8.contains(text[index]) || wideSpace(index) > 0
      } ?? text.endIndex
    }
  }

  /// The white space beyond ASCII of ECMAScript 5.1 (7.2, 7.3).
  private static let wideSpaces =
    ([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff] + Array(0x2000...0x200a))
    .compactMap { Unicode.Scalar($0 as UInt32) }.map { Array(String($0).utf8) }

  /// The length of such white space, or 0.
  private func wideSpace(_ at: Int) -> Int {
    if text[at] < 0xc2 { return 0 }
    return Self.wideSpaces.first { text[at...].starts(with: $0) }?.count ?? 0
  }

  private mutating func read(_ token: ArraySlice<UInt8>, isCut: Bool) {
    if wideSpace(token.startIndex) > 0 { return }
    switch text[token.startIndex] {
    case 0x5b: open.append(.array(0))
    case 0x7b: open.append(.object(name: nil))
    case 0x5d, 0x7d: _ = open.popLast()
    case 0x2c:
      switch open.popLast() {
      case .array(let commas): open.append(.array(commas + 1))
      case .object: open.append(.object(name: nil))
      case nil: break
      }
    case 0...0x20, 0x2f, 0x3a: break
    default:
      guard case .object(nil) = open.last, !isCut else { return }
      open[open.count - 1] = .object(name: token)
    }
  }

  /// The path, with names as they are in a text of one member.
  var path: [String] {
    open.compactMap { container in
      switch container {
      case .array(let commas): String(commas)
      case .object(nil): nil
      case .object(let name?):
        JSONSyntaxError(.expectedValue, at: name.count + 1).pointer(in: [0x7b] + name).tokens.first
      }
    }
  }

  /// The line, and the column in scalars and in UTF-16 units. The bytes of the text are UTF-8, and no
  /// character is cut.
  func location(isBeforeLineFeed: Bool) -> JSONSourceLocation {
    let hasMark = text.starts(with: [0xef, 0xbb, 0xbf])
    let scalars = Array(
      String(decoding: text, as: UTF8.self).unicodeScalars.dropFirst(hasMark ? 1 : 0))
    var (line, start) = (1, 0)
    for (index, scalar) in scalars.enumerated() {
      let isBeforeFeed =
        index + 1 < scalars.count ? scalars[index + 1] == "\n" : isBeforeLineFeed
      guard scalar == "\n" || scalar == "\r" && !isBeforeFeed else { continue }
      (line, start) = (line + 1, index + 1)
    }
    let units = scalars[start...].reduce(0) { $0 + ($1.value > 0xffff ? 2 : 1) }
    return JSONSourceLocation(line: line, column: scalars.count - start + 1, utf16Column: units + 1)
  }
}
