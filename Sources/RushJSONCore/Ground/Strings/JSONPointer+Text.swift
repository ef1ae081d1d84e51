// A pointer as text (RFC 6901 §3), as a literal, and as the fragment of a URI (§6).
//
//   tokens      "a/b", "m~n", "0"
//   text        /a~1b/m~0n/0
//   fragment    /a~1b/m~0n/0, with %XX for what a URI does not allow

extension JSONPointer {
  /// Creates a pointer from its text (RFC 6901 §3).
  ///
  /// For a string literal Swift calls ``init(stringLiteral:)`` instead, which does not throw.
  /// - Throws: ``JSONValueError`` of the kind ``JSONValueError/Kind/invalidPointer(_:)``. Its offset
  ///   counts the UTF-8 bytes of `text`.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public init(_ text: some StringProtocol) throws(JSONValueError) {
    self = try JSONPointer.parse(Array(text.utf8))
  }

  /// Splits and unescapes the bytes of a pointer. `offset` maps an index of `bytes` to an offset in
  /// the text that an error is about.
  private static func parse(
    _ bytes: [UInt8], offset: (Int) -> Int = { $0 }
  ) throws(JSONValueError) -> JSONPointer {
    var scan = TokenScan(bytes)
    var tokens: [String] = []
    guard let first = bytes.first else { return .root }
    if first != .slash { throw JSONValueError(.invalidPointer(.expectedSlash), offset: offset(0)) }
    while let token = scan.next() { tokens.append(token) }
    if let fault = scan.invalidEscape {
      throw JSONValueError(.invalidPointer(.invalidEscape), offset: offset(fault))
    }
    return JSONPointer(tokens: tokens)
  }
}

/// Takes the tokens of a pointer's text one by one.
private struct TokenScan {
  private let bytes: [UInt8]
  /// The index of the slash before the next token.
  private var at: Int
  /// The index of the first `~` that begins no escape. It was read as itself.
  private(set) var invalidEscape: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.first == .slash ? 0 : -1
  }

  mutating func next() -> String? {
    if at >= bytes.count { return nil }
    var token: [UInt8] = []
    at &+= 1
    while at < bytes.count, bytes[at] != .slash {
      if bytes[at] == .tilde {
        let next = at &+ 1 < bytes.count ? bytes[at &+ 1] : 0
        if next == .digit0 || next == .digit0 &+ 1 {
          token.append(next == .digit0 ? .tilde : .slash)
          at &+= 2
          continue
        }
        if invalidEscape == nil { invalidEscape = at }
      }
      token.append(bytes[at])
      at &+= 1
    }
    return String(decoding: token, as: UTF8.self)
  }
}

extension JSONPointer: ExpressibleByStringLiteral {
  /// Creates a pointer from a literal. No literal is refused.
  ///
  /// A literal without a leading `/` is read as if it had one, and a `~` that begins no escape stands
  /// for itself. So a slip in a program's source gives the pointer that was meant, or one that finds
  /// nothing, but does not trap.
  public init(stringLiteral text: String) {
    if let token = JSONPointer.onlyToken(of: StringWords(text)) {
      self.init(tokens: [token])
      return
    }
    self.init()
    if text.isEmpty { return }
    if text.hasByte(.tilde) {
      var scan = TokenScan(Array(text.utf8))
      while let token = scan.next() { tokens.append(token) }
      return
    }
    // Nothing is escaped, so each token is a part of the text.
    text.withBytes { bytes in
      var start = bytes[0] == .slash ? 1 : 0
      for end in start...bytes.count where end == bytes.count || bytes[end] == .slash {
        // Invariant: start ≤ end ≤ count.
        let token = CheckedBytes(rebasing: bytes[start..<end])
        tokens.append(String(decoding: token, as: UTF8.self))
        start = end &+ 1
      }
    }
  }
}

extension JSONPointer {
  /// The token of a small string like `/id`: a slash, and then neither a slash nor an escape. This is the commonest
  /// literal, and a program makes it anew for each call.
  private static func onlyToken(of text: StringWords) -> String? {
    guard SmallString.isKnown, text.isSmall, text.low & 0xff == UInt64(UInt8.slash) else {
      return nil
    }
    // The first byte is the lowest.
    let (low, high) = (text.low &>> 8 | text.smallHigh &<< 56, text.smallHigh &>> 8)
    // Zeros follow the last byte.
    if low.hasByte(.slash) || high.hasByte(.slash) || low.hasByte(.tilde) || high.hasByte(.tilde) {
      return nil
    }
    return SmallString.make((low, high), count: text.smallCount &- 1)
  }
}

extension JSONPointer: ExpressibleByArrayLiteral {
  /// Creates a pointer from a literal of names and indexes, which are not escaped: `["users", 0, "a/b"]`.
  public init(arrayLiteral steps: Step...) { self.init(tokens: steps.map { $0.token }) }
}

// MARK: - URI fragments

extension JSONPointer {
  /// Creates a pointer from the fragment of a URI (RFC 6901 §6), with or without its `#`.
  /// - Throws: ``JSONValueError`` of the kind ``JSONValueError/Kind/invalidPointer(_:)``. Its offset
  ///   counts the UTF-8 bytes of `fragment`.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public init(fragment: some StringProtocol) throws(JSONValueError) {
    let text = Array(fragment.utf8)
    var bytes: [UInt8] = []
    // Where in the fragment each byte comes from, for errors.
    var offsets: [Int] = []
    var at = text.first == UInt8(ascii: "#") ? 1 : 0
    while at < text.count {
      offsets.append(at)
      guard text[at] == .percent else {
        bytes.append(text[at])
        at &+= 1
        continue
      }
      guard at &+ 2 < text.count, let high = text[at &+ 1].hexadecimalValue,
        let low = text[at &+ 2].hexadecimalValue
      else { throw JSONValueError(.invalidPointer(.invalidPercentEncoding), offset: at) }
      bytes.append(high &<< 4 | low)
      at &+= 3
    }
    offsets.append(text.count)
    // Invariant: the range is that of the bytes.
    let validation = bytes.withCheckedBytes {
      validateUTF8($0, from: 0, to: $0.count)
    }
    if validation.isInvalid {
      throw JSONValueError(.invalidPointer(.invalidUTF8), offset: offsets[validation.end])
    }
    self = try JSONPointer.parse(bytes) { offsets[$0] }
  }

  /// The pointer as the fragment of a URI (RFC 6901 §6), without the `#`.
  ///
  /// Bytes that RFC 3986 §3.5 does not allow in a fragment are written as `%XX`, in upper case.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public var fragment: String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in description.utf8 {
      if JSONPointer.isAllowedInFragment(byte) {
        bytes.append(byte)
      } else {
        bytes += [.percent, digits[Int(byte &>> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// RFC 3986 §3.5: `*( pchar / "/" / "?" )`.
  private static func isAllowedInFragment(_ byte: UInt8) -> Bool {
    switch byte {
    case .digit0 ... .digit9, UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }
}

#if !hasFeature(Embedded)
  // MARK: - Codable

  extension JSONPointer: Codable {
    /// Decodes a pointer from its text (RFC 6901 §3).
    /// - Throws: `DecodingError.dataCorrupted` if the string is not a pointer. Its underlying error is
    ///   the ``JSONValueError`` that ``init(_:)`` throws.
    public init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      do throws(JSONValueError) {
        try self.init(text)
      } catch {
        throw DecodingError.corrupted(error, at: decoder.codingPath)
      }
    }

    /// Encodes the text of the pointer (RFC 6901 §3).
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif
