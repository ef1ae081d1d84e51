import RushJSONCore

/// A string has the same scalars in every reader, survives being written with any escaping, and its
/// UTF-8 is judged as the standard library judges it.
enum StringProperties {
  static func run(_ input: inout FuzzInput) throws {
    let choices = input.byte()
    let contents = input.rest(.string)
    let text = [0x22] + contents + [0x22]
    var options = JSONReadingOptions()
    if choices & 0x10 != 0 { options.leniencies.insert(.loneSurrogates) }
    let document = try? JSONDocument(parsing: text, options: options)
    let isPlain = contents.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }
    if isPlain {
      let expected = String(validating: contents, as: UTF8.self)
      try checkEqual("UTF-8 as the standard library", try document?.root.string(), expected)
    }
    guard let string = try document?.root.string() else { return }
    let tree = try RawJSON(parsing: text, options: options)
    try checkBytes("string: tree ≡ document", tree.stringValue ?? "", string)
    try check("equals(_:)", document?.root.hasString(string) == true)
    for size in input.sampled([1, 3, 64]) {
      var reader = JSONEventReader(options: options)
      for chunk in chunks(of: text, [size]) { reader.feed(chunk) }
      reader.finish()
      _ = try reader.next()
      try checkBytes("string: events ≡ document", reader.string() ?? "", string)
    }
    var writing = JSONWritingOptions()
    writing.escaping = JSONWritingOptions.Escaping(rawValue: choices & 15)
    let written = try tree.jsonBytes(writing)
    try checkBytes(
      "string: write ∘ read", try JSONDocument(parsing: written).root.string(), string)
    guard input.takes(oneIn: 2) else { return }
    try checkEqual(
      "length of a string", try tree.jsonLength(in: .bytes, options: writing), written.count)
    let asName = try RawJSON(parsing: [0x7b] + text + Array(":1}".utf8), options: options)
    try checkEqual("a name is a string", asName[string], .number(1))
  }

  /// `==` of strings is by canonical equivalence, which is not what a text needs.
  static func checkBytes(_ property: String, _ found: String, _ expected: String) throws {
    if found.utf8.count == expected.utf8.count, found.utf8.elementsEqual(expected.utf8) { return }
    try checkEqual(property, Array(found.utf8), Array(expected.utf8))
  }
}
