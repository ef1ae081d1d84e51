extension JSONWritingOptions {
  /// The unit of a text's length.
  public enum LengthUnit: Sendable, Hashable {
    /// Bytes of UTF-8.
    case bytes
    /// UTF-16 code units, the length in JavaScript and on many servers.
    case utf16
    /// Unicode scalars, the length in Python and SQL.
    case scalars
    /// Swift's `Character`, extended grapheme clusters.
    case characters
  }
}

extension JSONWritable {
  /// The length of the value as JSON text. At most 64 KiB of the text are in memory at once.
  /// - Throws: As ``jsonBytes(_:)``. With ``JSONWritingOptions/maximumLength`` the counting stops soon
  ///   after that many bytes.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func jsonLength(
    in unit: JSONWritingOptions.LengthUnit = .bytes, options: JSONWritingOptions = .compact
  ) throws(JSONWritingError) -> Int {
    var counter = TextLengthCounter(unit: unit)
    try writeJSON(options) { bytes in counter.count(bytes) }
    return counter.total
  }
}

/// Counts a UTF-8 text in pieces, which may be cut anywhere.
struct TextLengthCounter {
  let unit: JSONWritingOptions.LengthUnit
  private var counted = 0
  /// The last character, which the next piece may extend, and the bytes of a cut scalar.
  private var carry: [UInt8] = []

  init(unit: JSONWritingOptions.LengthUnit) { self.unit = unit }
  var total: Int { counted + (carry.isEmpty ? 0 : String(decoding: carry, as: UTF8.self).count) }

  mutating func count(_ bytes: Span<UInt8>) {
    switch unit {
    case .bytes: counted += bytes.count
    case .scalars: counted += leads(bytes).all
    case .utf16:
      // Scalars of four bytes are pairs of surrogates.
      let (all, ofFour) = leads(bytes)
      counted += all + ofFour
    case .characters: countCharacters(bytes)
    }
  }

  /// The number of UTF-8 sequences that begin, and of those with four bytes.
  private func leads(_ bytes: Span<UInt8>) -> (all: Int, ofFour: Int) {
    var (all, ofFour) = (0, 0)
    for index in bytes.indices {
      let byte = bytes[index]
      all &+= byte & 0xc0 == 0x80 ? 0 : 1
      ofFour &+= byte >= 0xf0 ? 1 : 0
    }
    return (all, ofFour)
  }

  // A new character begins without regard to what precedes it (UAX #29), so counting can resume there.
  private mutating func countCharacters(_ bytes: Span<UInt8>) {
    carry.reserveCapacity(carry.count + bytes.count)
    for index in bytes.indices { carry.append(bytes[index]) }
    let cut = incompleteTail(of: carry)
    let text = String(decoding: carry.dropLast(cut), as: UTF8.self)
    guard let last = text.last else { return }
    counted += text.count - 1
    var rest = Array(String(last).utf8)
    // A character can have any length. For a very long one the last scalar decides how it continues.
    if rest.count > OutputBuffer.windowSize, let scalar = text.unicodeScalars.last {
      rest = Array(String(scalar).utf8)
    }
    carry = rest + carry.suffix(cut)
  }
}
