// Values as text, for people: compact JSON.

extension RawJSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value as compact JSON text.
  ///
  /// - Complexity: O(*n*) in all values below.
  public var description: String {
    var describer = TreeDescriber()
    describer.describe(self)
    return String(decoding: describer.text, as: UTF8.self)
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The elements or members, or the content of a scalar.
  public var customMirror: Mirror {
    switch self {
    case .array(let array): array.customMirror
    case .dictionary(let object): object.customMirror
    default: Mirror(self, children: [])
    }
  }
}

/// Writes a tree without recursion.
private struct TreeDescriber {
  var text: [UInt8] = []
  // The open containers, and how much of each is written.
  private var open: [(storage: TreeStorage, next: Int)] = []

  mutating func describe(_ value: RawJSON) {
    begin(value)
    while let (storage, next) = open.popLast() {
      let isObject = storage.isObject
      if next == storage.count {
        text.append(UInt8(ascii: isObject ? "}" : "]"))
        continue
      }
      if next > 0 { text.append(UInt8(ascii: ",")) }
      // Invariant: next < count.
      if isObject {
        unsafe append(storage.names[next])
        text.append(UInt8(ascii: ":"))
      }
      let value = unsafe storage.values[next]
      open.append((storage, next + 1))
      begin(value)
    }
  }

  /// Writes a scalar, or opens a container.
  private mutating func begin(_ value: RawJSON) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let bool): text += (bool ? "true" : "false").utf8
    case .number(let number): text += number.text.utf8
    case .string(let string): append(string)
    case .array(let array): begin(array.storage, "[]")
    case .dictionary(let object): begin(object.storage, "{}")
    }
  }

  private mutating func begin(_ storage: TreeStorage?, _ brackets: String) {
    guard let storage else {
      text += brackets.utf8
      return
    }
    text.append(UInt8(ascii: storage.isObject ? "{" : "["))
    open.append((storage, 0))
  }

  /// Writes a string with the escapes that RFC 8259 §7 asks for.
  private mutating func append(_ string: String) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0a: text += "\\n".utf8
      case 0x0d: text += "\\r".utf8
      case 0x09: text += "\\t".utf8
      case 0..<0x20:
        text += "\\u00".utf8
        if byte < 0x10 { text.append(UInt8(ascii: "0")) }
        text += String(byte, radix: 16).utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
