import RushJSONCore

/// What there is of a value in a text that is not complete, found out slowly: from the events
/// before the place where the text ends, and by trying how much of a string is one.
enum PartialReference {
  private struct Open {
    var isObject: Bool
    var elements: [RawJSON] = []
    var members: [(name: String, value: RawJSON)] = []
    var name: String?

    /// Adds a value, which is complete or not. If it is not, an earlier one of its name stays.
    mutating func add(_ value: RawJSON, isComplete: Bool, firstWins: Bool) {
      if !isObject {
        elements.append(value)
      } else if let name {
        if let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
          if isComplete, !firstWins { members[place].value = value }
        } else {
          members.append((name, value))
        }
      }
      name = nil
    }

    var value: RawJSON {
      isObject
        ? .dictionary(
          RawJSON.Object(members.map { RawJSON.Object.Member(name: $0.name, value: $0.value) }))
        : .array(RawJSON.Array(elements))
    }
  }

  static func snapshot(of text: [UInt8], keepsStrings: Bool, firstWins: Bool = false) -> RawJSON? {
    var open: [Open] = []
    var root: RawJSON?
    var end = 0
    var reader = JSONEventReader()
    reader.feed(text)
    func add(_ value: RawJSON, isComplete: Bool = true) {
      if open.isEmpty { return root = value }
      open[open.count - 1].add(value, isComplete: isComplete, firstWins: firstWins)
    }
    while let event = try? reader.next() {
      switch event {
      case .beginArray: open.append(Open(isObject: false))
      case .beginObject: open.append(Open(isObject: true))
      case .endArray, .endObject: if let ended = open.popLast() { add(ended.value) }
      case .name: open[open.count - 1].name = reader.string()
      case .string: add(.string(reader.string() ?? ""))
      case .number: add(reader.number().map { .number($0) } ?? .null)
      case .bool(let value): add(.bool(value))
      case .null: add(.null)
      }
      end = reader.offset + length(of: event, reader, text)
    }
    if let root { return root }
    let word = text[end...].reversed().prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
    let literal = String(decoding: word.reversed(), as: UTF8.self)
    if isValue(open),
      let value = ["true": true, "false": false, "null": .null][literal] as RawJSON?
    {
      add(value, isComplete: false)
    } else if keepsStrings, let string = string(in: text[end...], isValue: isValue(open)) {
      add(.string(string), isComplete: false)
    }
    while let ended = open.popLast() { add(ended.value, isComplete: false) }
    return root
  }

  private static func isValue(_ open: [Open]) -> Bool {
    open.last.map { !$0.isObject || $0.name != nil } ?? true
  }

  private static func length(
    of event: JSONEventReader.Event, _ reader: borrowing JSONEventReader, _ text: [UInt8]
  ) -> Int {
    switch event {
    case .beginArray, .beginObject, .endArray, .endObject: return 1
    case .null, .bool(true): return 4
    case .bool(false): return 5
    case .number: return reader.number()?.text.utf8.count ?? 0
    case .name, .string:
      var at = reader.offset + 1
      while text[at] != 0x22 { at += text[at] == 0x5c ? 2 : 1 }
      return at + 1 - reader.offset
    }
  }

  /// As much of a string as is one, between the last event and the end.
  private static func string(in rest: ArraySlice<UInt8>, isValue: Bool) -> String? {
    guard isValue, let start = rest.firstIndex(of: 0x22) else { return nil }
    for end in stride(from: rest.endIndex, to: start, by: -1) {
      let text = Array(rest[start..<end]) + [0x22]
      if let document = try? JSONDocument(parsing: text), let string = try? document.root.string() {
        return string
      }
    }
    return nil
  }
}
