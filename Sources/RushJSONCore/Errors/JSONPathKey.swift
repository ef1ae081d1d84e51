/// A key of a coding path that comes from no type: the position of an element or the name of a member.
package struct JSONPathKey: CodingKey, Sendable, Hashable {
  package let stringValue: String
  package let intValue: Int?

  /// The name of a member. It has no integer value, even if it looks like a number.
  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// The position of an element.
  package init(position: Int) {
    stringValue = "Index \(position)"
    intValue = position
  }
}

/// A key of a dictionary: the name of a member. As in the standard library's dictionaries, it also has
/// an integer value if it looks like a number.
package struct JSONDictionaryKey: CodingKey, Sendable, Hashable {
  package let stringValue: String
  package var intValue: Int? { Int(stringValue) }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init(intValue: Int) { stringValue = String(intValue) }
}
