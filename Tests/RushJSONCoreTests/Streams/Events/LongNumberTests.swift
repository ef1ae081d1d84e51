import RushJSONCore
import RushJSONStreams
import Testing

/// Numbers of many chunks. Unlike strings and names, a reader must not drop their first bytes.
@Suite struct LongNumberTests {
  private static let digits = String(repeating: "7", count: 12_000)

  /// The elements at `/items`, however the text is cut, and the errors between them.
  private static func elements(
    _ text: String, chunk: Int, options: JSONReadingOptions, maximumLength: Int
  ) throws -> [String] {
    var reader = JSONRecord.ElementReader(
      at: JSONPointer(tokens: ["items"]), options: options, maximumLength: maximumLength)
    var found: [String] = []
    func drain() throws {
      do throws(JSONStreamError) {
        while let record = try reader.next() {
          found.append(String(decoding: record.bytes.prefix(8), as: UTF8.self))
        }
      } catch {
        guard error.kind == .recordTooLong else { throw error }
        found.append("too long")
      }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.feed(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      try drain()
      try drain()
    }
    reader.finish()
    try drain()
    return found
  }

  @Test(arguments: [500, 4097, 20_000], [JSONReadingOptions.strict, .json5])
  func besideThePath(chunk: Int, options: JSONReadingOptions) throws {
    for start in ["", "-", "0.", "1e0"] {
      let text =
        #"{"x": [\#(start)\#(Self.digits), 1], "y": \#(start)\#(Self.digits), "items": [1, 2]}"#
      let found = try Self.elements(text, chunk: chunk, options: options, maximumLength: 256)
      #expect(found == ["1", "2"])
    }
  }

  @Test(arguments: [500, 4097, 20_000], [JSONReadingOptions.strict, .json5])
  func asElements(chunk: Int, options: JSONReadingOptions) throws {
    let text = #"{"items": [1, \#(Self.digits), 2, {"a": \#(Self.digits)}, 3]}"#
    let found = try Self.elements(text, chunk: chunk, options: options, maximumLength: 1 << 16)
    #expect(found == ["1", "77777777", "2", #"{"a": 77"#, "3"])
    let short = try Self.elements(text, chunk: chunk, options: options, maximumLength: 256)
    #expect(short == ["1", "too long", "2", "too long", "3"])
  }
}
