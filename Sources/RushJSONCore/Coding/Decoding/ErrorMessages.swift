/// The last messages of errors, by the type and the detail that they are about.
///
/// Most of the cost of an error is its text: the name of a type, and Foundation's words around it. Types that
/// try one kind of value after the other make the same texts for each value.
struct ErrorMessages {
  private struct Message {
    let type: ObjectIdentifier
    let isKey: Bool
    let detail: String
    let text: String
  }

  private static let capacity = 16
  private static let longestDetail = 64
  /// Empty until the first error. Each type has two slots.
  private var slots: [Message?] = []

  /// The text of a message, or `nil` if it is not one of the last.
  /// - Parameter isKey: Whether the message is about a key of this type, and not about a value.
  func text(about type: ObjectIdentifier, isKey: Bool, _ detail: String) -> String? {
    if slots.isEmpty { return nil }
    guard let known = slots[Self.slot(of: type, detail)], known.type == type,
      known.isKey == isKey, known.detail == detail
    else { return nil }
    return known.text
  }

  mutating func keep(_ text: String, about type: ObjectIdentifier, isKey: Bool, _ detail: String) {
    if detail.utf8.count > Self.longestDetail { return }
    if slots.isEmpty { slots = Array(repeating: nil, count: Self.capacity) }
    slots[Self.slot(of: type, detail)] = Message(
      type: type, isKey: isKey, detail: detail, text: text)
  }

  private static func slot(of type: ObjectIdentifier, _ detail: String) -> Int {
    let bits = UInt(bitPattern: type)
    return Int((bits >> 4 ^ bits >> 9) % UInt(capacity)) ^ detail.utf8.count & 1
  }
}
