// A pointer as text (RFC 6901 §3), as a literal, and as the fragment of a URI (§6).
//
//   tokens      "a/b", "m~n", "0"
//   text        /a~1b/m~0n/0
//   fragment    /a~1b/m~0n/0, and what a URI does not allow as %XX

/// Why a text is not a JSON Pointer.
public struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let kind: Kind

  /// Where it is wrong, in UTF-8 bytes of the text.
  public let offset: Int

  /// Creates an error of the given kind at an offset in UTF-8 bytes.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// What is wrong with a text.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The text is not empty and does not begin with `/`.
    case expectedSlash
    /// A `~` is followed by neither `0` nor `1`.
    case invalidEscape
    /// In a fragment, a `%` is not followed by two hexadecimal digits.
    case invalidPercentEncoding
    /// The bytes that a fragment stands for are not UTF-8.
    case invalidUTF8
  }

  /// What is wrong, and where.
  public var description: String {
    let message =
      switch kind {
      case .expectedSlash: "a JSON Pointer that is not empty must begin with '/'"
      case .invalidEscape: "expected '0' or '1' after '~' in a JSON Pointer"
      case .invalidPercentEncoding: "expected two hexadecimal digits after '%'"
      case .invalidUTF8: "a JSON Pointer must be UTF-8"
      }
    return "\(message), at byte \(offset)"
  }
}

extension JSONPointer: CustomStringConvertible {
  /// Creates a pointer from its text (RFC 6901 §3).
  ///
  /// Where a string literal is passed, Swift makes a pointer of the literal instead, which does not
  /// throw: see ``init(stringLiteral:)``.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public init(_ text: some StringProtocol) throws(JSONPointerError) {
    self = try JSONPointer.parse(Array(text.utf8)).get()
  }

  /// The text of the pointer (RFC 6901 §3): empty for the whole text.
  ///
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

  /// Splits and unescapes the bytes of a pointer.
  ///
  /// With `isLiteral` nothing is refused: see ``init(stringLiteral:)``.
  private static func parse(_ bytes: [UInt8], isLiteral: Bool = false)
    -> Result<JSONPointer, JSONPointerError>
  {
    guard let first = bytes.first else { return .success(.root) }
    var at = 1
    if first != .slash {
      if !isLiteral { return .failure(JSONPointerError(.expectedSlash, at: 0)) }
      at = 0
    }
    var tokens: [String] = []
    var token: [UInt8] = []
    while true {
      guard at < bytes.count, bytes[at] != .slash else {
        tokens.append(String(decoding: token, as: UTF8.self))
        token.removeAll(keepingCapacity: true)
        if at == bytes.count { return .success(JSONPointer(tokens: tokens)) }
        at &+= 1
        continue
      }
      if bytes[at] == UInt8(ascii: "~") {
        let next = at &+ 1 < bytes.count ? bytes[at &+ 1] : 0
        if next == UInt8.digit0 || next == UInt8(ascii: "1") {
          token.append(next == .digit0 ? UInt8(ascii: "~") : UInt8.slash)
          at &+= 2
          continue
        }
        if !isLiteral { return .failure(JSONPointerError(.invalidEscape, at: at)) }
      }
      token.append(bytes[at])
      at &+= 1
    }
  }
}

extension JSONPointer: ExpressibleByStringLiteral {
  /// Creates a pointer from a literal. There is no literal that is refused.
  ///
  /// A literal without `/` at its start is read as though it had one, and a `~` that begins no
  /// escape stands for itself: a slip in a program's own text gives the pointer that was meant, or
  /// one that finds nothing, but no trap.
  public init(stringLiteral text: String) {
    switch JSONPointer.parse(Array(text.utf8), isLiteral: true) {
    case .success(let pointer): self = pointer
    case .failure: self = .root
    }
  }
}

// MARK: - URI fragments

extension JSONPointer {
  /// Creates a pointer from the fragment of a URI (RFC 6901 §6), with or without its `#`.
  ///
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public init(fragment: some StringProtocol) throws(JSONPointerError) {
    let text = Array(fragment.utf8)
    var bytes: [UInt8] = []
    // Where in the fragment each byte comes from, for errors.
    var offsets: [Int] = []
    var at = text.first == UInt8(ascii: "#") ? 1 : 0
    while at < text.count {
      offsets.append(at)
      guard text[at] == UInt8(ascii: "%") else {
        bytes.append(text[at])
        at &+= 1
        continue
      }
      guard at &+ 2 < text.count, let high = JSONPointer.hexadecimalValue(text[at &+ 1]),
        let low = JSONPointer.hexadecimalValue(text[at &+ 2])
      else { throw JSONPointerError(.invalidPercentEncoding, at: at) }
      bytes.append(high &<< 4 | low)
      at &+= 3
    }
    offsets.append(text.count)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONPointerError(.invalidUTF8, at: offsets[error.byteOffsets.lowerBound])
    }
    do throws(JSONPointerError) {
      self = try JSONPointer.parse(bytes).get()
    } catch {
      throw JSONPointerError(error.kind, at: offsets[error.offset])
    }
  }

  /// The pointer as the fragment of a URI (RFC 6901 §6), without the `#`.
  ///
  /// What RFC 3986 §3.5 does not allow in a fragment is written as `%XX`, in upper case.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public var fragment: String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in description.utf8 {
      if JSONPointer.isAllowedInFragment(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte &>> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// RFC 3986 §3.5: `*( pchar / "/" / "?" )`.
  private static func isAllowedInFragment(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8.digit0...UInt8.digit9, UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }

  /// A byte is no full-width digit, so this is ASCII only.
  private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
  }
}
