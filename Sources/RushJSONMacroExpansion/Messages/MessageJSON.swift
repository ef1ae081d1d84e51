/// A JSON value of the plugin protocol.
///
/// The plugin does not read its messages with RushJSONCore, because every client that uses a macro would compile the
/// core a second time, for the machine of the compiler. A test compares the two readers. Numbers of the protocol are
/// integers; a number of another kind is kept as `other`.
enum MessageJSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that is not an integer of 64 bits.
  case other
  case string(String)
  case array([MessageJSON])
  case object([Member])

  struct Member: Equatable {
    var name: String
    var value: MessageJSON
  }

  var stringValue: String? { if case .string(let string) = self { string } else { nil } }
  var intValue: Int? { if case .integer(let integer) = self { integer } else { nil } }
  var arrayValue: [MessageJSON]? { if case .array(let array) = self { array } else { nil } }
  var objectValue: [Member]? { if case .object(let members) = self { members } else { nil } }

  subscript(name: String) -> MessageJSON? { objectValue?.first { $0.name == name }?.value }
}

extension MessageJSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  init(dictionaryLiteral members: (String, MessageJSON)...) {
    self = .object(members.map(Member.init))
  }

  init(arrayLiteral elements: MessageJSON...) { self = .array(elements) }
  init(stringLiteral string: String) { self = .string(string) }
  init(booleanLiteral bool: Bool) { self = .bool(bool) }
  init(integerLiteral integer: Int) { self = .integer(integer) }
}

// MARK: - Writing

extension MessageJSON {
  /// The text of the value, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null, .other: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
