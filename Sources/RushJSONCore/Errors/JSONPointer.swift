/// The path of a value in a JSON text (RFC 6901): `/users/0/name`.
///
/// A pointer is a list of *reference tokens*, each the name of a member or the index of an element;
/// which of the two, only the value that it is applied to tells. The empty pointer is the whole
/// text. Pointers are equal if their tokens are, scalar by scalar (RFC 6901 §4), so `é` in one
/// scalar is not `é` in two.
public struct JSONPointer: Sendable {
  /// The reference tokens from the outermost on, unescaped.
  public var tokens: [String]

  /// Creates a pointer from its reference tokens, which are not escaped.
  @inlinable
  public init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// The pointer of the whole text.
  // Inlined, since every text that is decoded is given one: no constant is looked up and retained.
  @inlinable
  public static var root: JSONPointer { JSONPointer() }

  /// Whether this is the pointer of the whole text.
  public var isEmpty: Bool { tokens.isEmpty }

  /// The pointer of the array or object that holds the value; `nil` for the whole text.
  ///
  /// - Complexity: O(*n*) in tokens.
  public var parent: JSONPointer? {
    isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast()))
  }

  /// The pointer of the member `name` of the object at this pointer.
  ///
  /// - Complexity: O(*n*) in tokens.
  public func appending(_ name: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [name])
  }

  /// The pointer of the element `index` of the array at this pointer.
  ///
  /// - Complexity: O(*n*) in tokens.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// The token for the element after the last one of an array (RFC 6901 §4), which never exists.
  public static let pastTheEnd = "-"

  /// The index of an array element that `token` is, or `nil` if it is none.
  ///
  /// An index is `0`, or digits that do not begin with a zero (RFC 6901 §4); ``pastTheEnd`` is none.
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

extension JSONPointer: Hashable {
  // Strings compare by canonical equivalence, names in JSON do not.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Feeds the scalars of the tokens to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens.count)
    for token in tokens {
      for byte in token.utf8 { hasher.combine(byte) }
      // No UTF-8 has this byte, so tokens do not run together.
      hasher.combine(0xff as UInt8)
    }
  }
}
