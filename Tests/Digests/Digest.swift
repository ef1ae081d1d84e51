import RushJSONCore

/// FNV-1a over 64 bits. This file is also compiled as Embedded Swift (`Scripts/embedded`).
struct Digest: CustomStringConvertible {
  private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // So that the end of a text counts.
    state = (state ^ 0x100) &* 0x100_0000_01b3
  }

  mutating func add(_ text: String) { add(text.utf8) }
  mutating func add(_ number: some FixedWidthInteger) { add("\(number)") }

  var description: String { String(state, radix: 16) }
}

extension Digest {
  /// What the library makes of a text that it reads as a document, or the error.
  init(ofDocument text: [UInt8]) {
    self.init()
    for options in [JSONReadingOptions.strict, .json5] {
      do throws(JSONSyntaxError) {
        add(try JSONDocument(parsing: text, options: options))
      } catch {
        add(error, in: text)
      }
    }
  }

  /// Each value and name of a document, and its text.
  mutating func add(_ document: JSONDocument) {
    var cursor = document.cursor()
    while cursor.advance() {
      add(cursor.kind.description)
      add(cursor.offset)
      add(cursor.int64 ?? 0)
      add((cursor.double ?? .nan).bitPattern)
      add(cursor.count)
      cursor.withUTF8 { span in add(span.indices.map { span[$0] }) }
    }
    add((try? document.root.jsonBytes(.pretty)) ?? [])
  }

  mutating func add(_ error: JSONSyntaxError, in text: [UInt8]) {
    add(error.kind.description)
    add(error.offset)
    add(error.report(in: text))
  }
}
