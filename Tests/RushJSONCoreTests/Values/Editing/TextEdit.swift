@testable import RushJSONCore
@testable import RushJSONEditing

/// An edit of a text as a value, for tables.
enum TextEdit: Sendable {
  case set(JSONPointer, RawJSON)
  case create(JSONPointer, RawJSON)
  case insert(JSONPointer, RawJSON)
  case insertBefore(JSONPointer, String?, RawJSON)
  case insertAfter(JSONPointer, String?, RawJSON)
  case append(JSONPointer, RawJSON)
  case remove(JSONPointer)
  case rename(JSONPointer, String)
  case move(JSONPointer, JSONPointer)
  case moveBefore(JSONPointer, JSONPointer)
  case moveAfter(JSONPointer, JSONPointer)

  func apply(to text: inout JSONText) throws(JSONValueError) {
    defer { text.overlay._checkInvariants() }
    switch self {
    case .set(let pointer, let value): try text.set(value, at: pointer)
    case .create(let pointer, let value):
      try text.set(value, at: pointer, creatingObjects: true)
    case .insert(let pointer, let value): try text.insert(value, at: pointer)
    case .insertBefore(let pointer, let name, let value):
      try text.insert(value, named: name, before: pointer)
    case .insertAfter(let pointer, let name, let value):
      try text.insert(value, named: name, after: pointer)
    case .append(let pointer, let value): try text.append(value, to: pointer)
    case .remove(let pointer): try text.remove(at: pointer)
    case .rename(let pointer, let name): try text.rename(pointer, to: name)
    case .move(let from, let to): try text.move(from: from, to: to)
    case .moveBefore(let from, let pointer): try text.move(from: from, before: pointer)
    case .moveAfter(let from, let pointer): try text.move(from: from, after: pointer)
    }
  }
}

extension JSONText {
  /// The text after edits, read as JSON5.
  static func edited(
    _ text: String, _ edits: [TextEdit], options: JSONReadingOptions = .json5
  ) throws -> String {
    var edited = try JSONText(text, options: options)
    for edit in edits { try edit.apply(to: &edited) }
    return edited.string
  }
}
