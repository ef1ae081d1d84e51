/// Lines of generated code, indented by the blocks that are open.
struct CodeLines {
  private(set) var text = ""
  private var depth = 0
  /// Where the declaration is.
  private let source: SentSource

  init(for source: SentSource) { self.source = source }

  /// The statement that begins an object.
  static let beginObject = "try reader.beginObject()"

  mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  /// Writes a line whose errors the compiler reports at a place of the declaration, a byte offset: the type of a
  /// property may not do what its attribute asks for.
  mutating func line(_ line: String, at offset: Int?) {
    guard let offset, source.line > 0, !source.fileName.isEmpty,
      source.fileName.unicodeScalars.allSatisfy({ $0 >= " " && $0 != "\"" && $0 != "\\" })
    else { return self.line(line) }
    let number = source.line + source.text.utf8.prefix(offset).count { $0 == 10 }
    text += "#sourceLocation(file: \"\(source.fileName)\", line: \(number))\n"
    self.line(line)
    text += "#sourceLocation()\n"
  }

  /// Writes a line that ends with a brace, what `body` writes, and the closing brace.
  /// - Parameter parameters: Those of a closure, after the brace.
  mutating func block(
    _ head: String, parameters: String? = nil, _ body: (inout CodeLines) -> Void
  ) {
    line(head + " {" + (parameters.map { " \($0) in" } ?? ""))
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }
}
