/// Lines of generated code, indented by the blocks that are open.
struct CodeLines {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  /// Writes a line that ends with a brace, what `body` writes, and the closing brace.
  mutating func block(_ head: String, _ body: (inout CodeLines) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }
}
