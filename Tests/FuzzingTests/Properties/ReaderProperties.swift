import RushJSON

/// Any calls of a `JSONReader` in any order, compared with a model that knows the values of the document.
///
/// A call gives what the model does, or the error that it expects, and leaves a reader that can be used.
enum ReaderProperties {
  static let names: [JSONName] = [
    "a", "id", "", "K", "type", "é", "name_of_more", "a name of more than 16 bytes", "missing",
    "content", "e\u{301}", "\u{212A}",
  ]
  static let writtenNames = names.map(\.description)

  static func run(_ input: inout FuzzInput) throws {
    let choices = input.byte()
    let decoder = RushJSONDecoder()
    decoder.readingOptions.duplicateNames = choices & 1 == 0 ? .keepFirst : .keepLast
    if choices & 14 == 14 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    var texts = ReaderText(input)
    texts.addValue(depth: 0)
    let document = try JSONDocument(parsing: texts.text, options: decoder.readingOptions)
    let program = ReaderProgram(
      texts.input, isLastWins: choices & 1 != 0, convertsKeys: choices & 14 == 14)
    defer { input = program.input }
    decoder.userInfo[ReaderProgram.key] = program
    program.pending = [document.root]
    do {
      _ = try decoder.decode(ReaderCalls.self, from: texts.text)
    } catch is ReaderCalls.GivingUp {
    }
    if let failure = program.failure {
      throw PropertyFailure(
        property: failure.property,
        detail: failure.detail + "\n" + String(decoding: texts.text, as: UTF8.self)
          + "\n" + program.trace.joined(separator: "\n"))
    }
  }
}

/// A document whose names, and many of whose strings, are those that programs ask for.
struct ReaderText {
  var input: FuzzInput
  var text: [UInt8] = []

  init(_ input: FuzzInput) { self.input = input }

  private mutating func add(_ string: String) { text += Array(string.utf8) }

  mutating func addValue(depth: Int) {
    // The root is mostly an object or an array.
    let choice = input.choice(depth == 0 ? 8 : 14)
    if depth == 4 { return addScalar(choice) }
    switch choice {
    case 1...4: addMembers(depth)
    case 5...7:
      add("[")
      for index in 0..<input.choice(5) {
        if index > 0 { add(", ") }
        addValue(depth: depth + 1)
      }
      add("]")
    default: addScalar(choice)
    }
  }

  private mutating func addMembers(_ depth: Int) {
    // Large objects are searched by an index.
    let count = input.chance(1, in: 16) ? 33 + input.choice(8) : input.choice(6)
    add("{")
    for index in 0..<count {
      if index > 0 { add(",") }
      addString(isFree: count > 8)
      add(":")
      addValue(depth: count > 8 ? 4 : depth + 1)
    }
    add("}")
  }

  private mutating func addScalar(_ choice: Int) {
    switch choice {
    case 0: add("null")
    case 1: add("1234567890123456")
    case 2: add("-1.5e3")
    case 3: add("18446744073709551615")
    case 4: add("true")
    case 5: add("\(input.byte())")
    default: addString(isFree: false)
    }
  }

  private mutating func addString(isFree: Bool) {
    let choice = input.byte()
    add("\"")
    if isFree, choice > 40 {
      add("n\(choice)")
    } else {
      let names = ReaderProperties.writtenNames
      let name = names[Int(choice & 15) % names.count]
      if choice >= 0xc0, let first = name.unicodeScalars.first {
        let digits = String(first.value, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        add(String(String.UnicodeScalarView(name.unicodeScalars.dropFirst())))
      } else {
        add(name)
      }
    }
    add("\"")
  }
}

/// What the readers of one text share. One thread uses it.
final class ReaderProgram: @unchecked Sendable {
  // swift-format-ignore: NeverForceUnwrap
  static let key = CodingUserInfoKey(rawValue: "program")!

  var input: FuzzInput
  let isLastWins: Bool
  let convertsKeys: Bool
  /// The values that the next types read.
  var pending: [JSONDocument.Value] = []
  /// How many types have passed their value on. One of them may decide about its unknown members.
  var parts = 0
  var failure: PropertyFailure?
  var trace: [String] = []
  private var stepsLeft = 48

  init(_ input: FuzzInput, isLastWins: Bool, convertsKeys: Bool) {
    self.input = input
    self.isLastWins = isLastWins
    self.convertsKeys = convertsKeys
  }

  func nextStep() -> Bool {
    stepsLeft -= 1
    return stepsLeft >= 0 && failure == nil
  }

  func note(_ call: String) { trace.append("\(trace.count): \(call)") }

  func check(_ property: String, _ condition: Bool, _ detail: @autoclosure () -> String) {
    if condition || failure != nil { return }
    failure = PropertyFailure(property: property, detail: detail())
  }
}

/// A type that makes the next calls of the program.
struct ReaderCalls: JSONReadable, Decodable {
  struct GivingUp: Error {}

  init(from decoder: any Decoder) throws { throw GivingUp() }

  init(from reader: inout JSONReader) throws {
    guard let program = reader.userInfo[ReaderProgram.key] as? ReaderProgram,
      let value = program.pending.first
    else { throw GivingUp() }
    let others = program.pending.dropFirst()
    program.pending = []
    defer { program.pending = Array(others) }
    var calls = ReaderModel(program, value)
    try calls.run(&reader)
  }
}

/// A type that is only `Decodable`.
struct DecodableMembers: Decodable {
  let a: RawJSON?
  let id: RawJSON?
}
