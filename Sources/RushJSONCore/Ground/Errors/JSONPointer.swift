/// The path of a value in a JSON text (RFC 6901): `/users/0/name`.
///
/// A pointer is a list of *reference tokens*. Each is the name of a member or the index of an
/// element, depending on the value that the pointer is applied to. The empty pointer is the path of
/// the whole text.
///
/// Pointers are equal if their tokens have the same Unicode scalars (RFC 6901 §4): `é` as one scalar
/// differs from `é` as two.
public struct JSONPointer: Sendable {
  /// The reference tokens, outermost first, unescaped.
  public var tokens: [String]

  /// Creates a pointer from its reference tokens, which are not escaped: `["paths", "/users"]` is `/paths/~1users`.
  @inlinable public init(tokens: [String] = []) { self.tokens = tokens }

  /// The pointer of the whole text.
  // Inlined because every decoded text gets one: a constant would be looked up and retained.
  @inlinable public static var root: JSONPointer { JSONPointer() }

  /// Whether this is the pointer of the whole text.
  public var isEmpty: Bool { tokens.isEmpty }

  /// The pointer of the array or object that holds the value, or `nil` for the whole text.
  /// - Complexity: O(*n*) in tokens.
  public var parent: JSONPointer? { isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

  /// The pointer of the member `name` of the object at this pointer.
  /// - Complexity: O(*n*) in tokens.
  public func appending(_ name: String) -> JSONPointer { JSONPointer(tokens: tokens + [name]) }

  /// The pointer of the element `index` of the array at this pointer.
  /// - Complexity: O(*n*) in tokens.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The token for the element after the last one of an array (RFC 6901 §4). No such element exists.
  public static let pastTheEnd = "-"

  /// The index of an array element that `token` gives, or `nil` if it is not an index.
  ///
  /// An index is `0`, or digits without a leading zero (RFC 6901 §4). ``pastTheEnd`` is not one.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public static func index(of token: some StringProtocol) -> Int? {
    var index = 0
    var count = 0
    for byte in token.utf8 {
      let digit = byte &- UInt8.digit0
      if digit > 9 || count > 0 && index == 0 { return nil }
      let (product, overflow) = index.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit))
      if overflow || carry { return nil }
      index = sum
      count &+= 1
    }
    return count > 0 ? index : nil
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The text of the pointer (RFC 6901 §3), which is empty for the whole text.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension JSONPointer: Hashable {
  // Swift compares strings by canonical equivalence, JSON compares names by scalars.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Feeds the scalars of the tokens to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens.count)
    for token in tokens {
      for byte in token.utf8 { hasher.combine(byte) }
      // UTF-8 never contains this byte, so it separates tokens.
      hasher.combine(0xff as UInt8)
    }
  }
}

// MARK: - Step

extension JSONPointer {
  /// A step of a path: a name, an index, or the position after the last element of an array.
  ///
  /// A pointer's token is a name or an index, depending on the value that the pointer is applied to. A
  /// step says which of them it is. A string literal is a name, and an integer literal an index.
  public enum Step: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element at this index.
    case index(Int)
    /// The position after the last element.
    case pastTheEnd

    /// The step as a pointer's token.
    var token: String {
      switch self {
      case .name(let name): name
      case .index(let index): String(index)
      case .pastTheEnd: JSONPointer.pastTheEnd
      }
    }
  }
}

extension JSONPointer.Step: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// Creates the step to a member.
  public init(stringLiteral name: String) { self = .name(name) }

  /// Creates the step to an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}

// MARK: - JSONPathKey

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
