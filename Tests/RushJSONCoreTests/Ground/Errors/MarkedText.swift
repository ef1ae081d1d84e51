/// A text with `▸` at the place that a test is about: the text without it, and its byte offset.
struct MarkedText: Sendable, CustomStringConvertible {
  let marked: String
  let text: String
  let offset: Int

  init(_ marked: String) {
    self.marked = marked
    // By scalars, because a combining mark may follow.
    let scalars = marked.unicodeScalars
    let mark = scalars.firstIndex(of: "▸") ?? scalars.endIndex
    text = String(scalars[..<mark]) + String(scalars[mark...].dropFirst())
    offset = marked.utf8.distance(from: marked.startIndex, to: mark)
  }

  var description: String { marked }
}
