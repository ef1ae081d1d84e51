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

  /// Creates a pointer from its reference tokens, which are not escaped.
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
