#if hasFeature(Embedded)
  /// A key of a coding path. Embedded Swift has no `CodingKey`.
  package typealias AnyPathKey = JSONPathKey
#else
  /// A key of a coding path: those of types, and those that come from no type.
  package typealias AnyPathKey = any CodingKey

  extension JSONPathKey: CodingKey {}
#endif

/// A key of a coding path that comes from no type: the position of an element or the name of a member.
///
/// It fits into three words, which an `any CodingKey` holds without an allocation. Paths of errors consist
/// of such keys.
package struct JSONPathKey: Sendable, Hashable {
  private enum Source: Sendable, Hashable {
    case name(String)
    case number(Int)
    case position(Int)
  }

  private let source: Source

  package var stringValue: String {
    switch source {
    case .name(let name): name
    case .number(let number): String(number)
    case .position(let position): "Index \(position)"
    }
  }

  package var intValue: Int? {
    switch source {
    case .name: nil
    case .number(let number), .position(let number): number
    }
  }

  /// The name of a member. It has no integer value, even if it looks like a number.
  package init(stringValue: String) { source = .name(stringValue) }

  package init(intValue: Int) { source = .number(intValue) }

  /// The position of an element.
  package init(position: Int) { source = .position(position) }
}

#if !hasFeature(Embedded)
  /// A key of a dictionary: the name of a member. As in the standard library's dictionaries, it also has
  /// an integer value if it looks like a number.
  package struct JSONDictionaryKey: CodingKey, Sendable, Hashable {
    package let stringValue: String
    package var intValue: Int? { Int(stringValue) }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init(intValue: Int) { stringValue = String(intValue) }
  }
#endif
