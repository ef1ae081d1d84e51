import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// Elements of large chunks are read together. Values, errors and their places equal those of small chunks, whose
/// elements are read alone.
@Suite struct ElementBatchTests {
  private static let elements = [
    #"{"id":1,"name":"Ada","tags":["a","b"],"ok":true}"#, #"[1,2.5,-3e2,12345678901234567890]"#,
    #"{"text":"\u00e9\n\"\\","pair":"\ud83d\ude00"}"#, "null", "-0", #""text""#, "1e400", "{}",
    "[]",
    " [ 1 , 2 ] ", "1700000000.5", "\n [1.7976931348623157e308]\r\n", #"{"é":"日本"}"#, "true",
    "false ",
    "123456789012345678901234567890.5", #"{"a":{"b":{"c":[1]}}}"#, #""\u0041""#,
    #"{"id":7,"tags":null}"#,
  ]
  private static let refused = [
    "", "[1,", #"{"a":"#, #"{"a":"b"#, #"""#, #""\"#, "[", "]", "{", "}", ":", "[1 2]", "tru",
    "1 2",
    #"{"a" 1}"#, "01", "\u{1}", "\u{0}", "1,,2", "nullnull", #""a""b""#, "/**/1",
  ]

  private enum Form: CaseIterable {
    case array, nestedArray, values, separatedValues
  }

  private static func stream(_ form: Form, _ random: inout SeededGenerator) -> [UInt8] {
    var stream = ""
    let count = Int.random(in: 1...200, using: &random)
    let bad =
      Int.random(in: 0...2, using: &random) == 0 ? Int.random(in: 0..<count, using: &random) : -1
    // What a reader refuses by its options is rare, so that a batch has begun before it.
    let frequent = (0..<4).compactMap { _ in elements.randomElement(using: &random) }
    switch form {
    case .array: stream = " [ "
    case .nestedArray: stream = #"{"a":[0,{"b":1,"c":["#
    default: break
    }
    for index in 0..<count {
      if index > 0 {
        stream += form == .values ? [" ", "\n", "\r\n\t"].randomElement(using: &random) ?? "" : ","
      }
      if index == bad {
        stream += refused.randomElement(using: &random) ?? ""
        continue
      }
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        let length = [1900, 2100, 9100, 17_000].randomElement(using: &random) ?? 0
        stream += "\"\(String(repeating: "é", count: length / 2))\""
      case 1:
        stream += "[\(String(repeating: "[],", count: .random(in: 1...1400, using: &random)))1]"
      case 2:
        stream += "[\(String(repeating: "7,", count: .random(in: 1...9000, using: &random)))1]"
      case 3: stream += elements.randomElement(using: &random) ?? ""
      default: stream += frequent.randomElement(using: &random) ?? ""
      }
    }
    switch form {
    case .array: stream += "] "
    case .nestedArray: stream += #"],"d":[]}]}"#
    default: break
    }
    var bytes = Array(stream.utf8)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
    case 1:
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    case 2: bytes += Array("]".utf8)
    default: break
    }
    return bytes
  }

  private static func chunks(_ stream: [UInt8], of size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: stream.count, by: size).map {
      stream[$0..<min($0 + size, stream.count)]
    }
  }

  private static func outcomes<Output>(
    _ values: some Sequence<Result<Output, JSONStreamError>>, _ text: (Output) throws -> String
  ) rethrows -> [String] {
    try values.map {
      switch $0 {
      case .success(let value): try text(value)
      case .failure(let error):
        "\(error) at \(error.offset), line \(error.line ?? 0), \(error.pointer.map { "\($0)" } ?? "")"
      }
    }
  }

  private struct Entry: Decodable {
    var id: Int?
    var tags: [String]?
  }

  @Test(arguments: PropertySeed.all(count: 120))
  func batchesEqualElementsAlone(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let form = try #require(Form.allCases.randomElement(using: &random))
    let stream = Self.stream(form, &random)
    var options = JSONReadingOptions.stream
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      options.maximumDepth = (form == .nestedArray ? 4 : 1) + .random(in: 0...3, using: &random)
    case 1: options.maximumStringLength = 9000
    case 2: options.maximumLength = .random(in: 0...stream.count + 10, using: &random)
    case 3: options.duplicateNames = .refuse
    case 4: options.leniencies = [.trailingCommas]
    case 5: options.leniencies = [.extendedEscapes]
    case 6: options = .json5
    default: break
    }
    let policy = [JSONRecord.FailurePolicy.deliver, .skip, .fail].randomElement(using: &random)
    let longest = [20, 2000, 20_000, 1 << 20].randomElement(using: &random)
    var valueOptions = options
    if Int.random(in: 0..<4, using: &random) == 0 { valueOptions.maximumDepth = 2 }
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = valueOptions

    func read(_ size: Int) throws -> [[String]] {
      let chunks = Self.chunks(stream, of: size)
      let values =
        switch form {
        case .array:
          JSONElements(
            at: .root, in: chunks, options: options, policy: policy ?? .fail,
            maximumLength: longest ?? 0)
        case .nestedArray:
          JSONElements(
            at: JSONPointer(tokens: ["a", "1", "c"]), in: chunks, options: options,
            policy: policy ?? .fail, maximumLength: longest ?? 0)
        default:
          JSONElements(
            concatenated: chunks, hasCommas: form == .separatedValues, options: options,
            policy: policy ?? .fail, maximumLength: longest ?? 0)
        }
      return [
        Self.outcomes(values.records()) {
          "\($0.offset) \(String(decoding: $0.bytes, as: UTF8.self))"
        },
        Self.outcomes(values.documents(options: valueOptions)) { "\(RawJSON($0.root))" },
        Self.outcomes(values.trees(options: valueOptions)) { "\($0)" },
        Self.outcomes(values.values(of: Entry.self, decoder: decoder)) { "\($0)" },
        Self.outcomes(values.map { $0.bytes.count }) { "\($0)" },
      ]
    }

    // No batch begins with fewer than 512 bytes.
    let alone = try read(100)
    #expect(try read(stream.count) == alone)
    #expect(try read(.random(in: 300...5000, using: &random)) == alone)
    #expect(try read(.random(in: 5000...40_000, using: &random)) == alone)
  }

  /// The last number of a batch may continue after it.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6])
  func numbersAtTheEndsOfBatches(_ shift: Int) throws {
    let text = String(repeating: " ", count: shift) + String(repeating: "123456 ", count: 20_000)
    let numbers = JSONElements(concatenated: [text]).values(of: Int.self).map { try? $0.get() }
    #expect(numbers == Array(repeating: 123_456, count: 20_000))
  }

  /// A batch would begin after an element whose comma is missing.
  @Test func aMissingCommaBeforeABatch() {
    let element = "[\(String(repeating: "1,", count: 400))1]"
    let elements = JSONElements(at: .root, in: ["[\(element) \(element)]"], policy: .deliver)
    let texts = elements.records().map { result in
      (try? result.get()).map { String(decoding: $0.bytes, as: UTF8.self) } ?? "refused"
    }
    #expect(texts == [element, "refused"])
  }

  /// The depth of an element counts from the root of the stream.
  @Test func depthInABatch() throws {
    var options = JSONReadingOptions.stream
    options.maximumDepth = 4
    let element = "[\(String(repeating: "1,", count: 50))[]]"
    let text = #"{"a":["# + String(repeating: element + ",", count: 50)
    let elements = JSONElements(
      at: JSONPointer(tokens: ["a"]), in: [text + "[[[]]],1]}"], options: options, policy: .deliver)
    let results = Array(elements.trees())
    #expect(results.count == 51)
    #expect(throws: JSONStreamError.self) { try results[50].get() }
    guard case .failure(let error) = results[50] else { return }
    #expect(error.kind == .syntax(.tooDeep))
    #expect(error.offset == text.utf8.count + 2)
    #expect(error.pointer == JSONPointer(tokens: ["a", "50"]))
  }

  @Test func aKeptDecoderKeepsItsElement() throws {
    let stream = "[" + (0..<2000).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    let keepers = try JSONElements(at: .root, in: [stream]).values(of: KeptDecoder.self).map {
      try $0.get()
    }
    let ids = try keepers.map { try Entry(from: $0.decoder).id }
    #expect(ids == Array(0..<2000))
  }

  @Test func keptDocumentsDoNotChange() throws {
    let stream = "[" + (0..<5000).map { #"{"id":\#($0)}"# }.joined(separator: ", ") + "]"
    let documents = try JSONElements(at: .root, in: [stream]).documents().map { try $0.get() }
    #expect(try documents.map { try $0.root["id"]?.int() } == Array(0..<5000))
  }

  /// A type may read the next elements while it is decoded. Its own element stays as it is.
  @Test func aTypeReadsTheNextElements() throws {
    let elements = (0..<3000).map { #"{"id":\#($0),"text":"element é \#($0)"}"# }
    let stream = "[" + elements.joined(separator: ",") + "]"
    let seen = try NestedReading.all(ofEach: 5) {
      JSONElements(at: .root, in: [stream]).values(of: NestedReading.self, decoder: $0)
    }
    #expect(seen.map(\.id) == Array(0..<3000))
    #expect(seen.allSatisfy { $0.text == "element é \($0.id)" })
  }
}
