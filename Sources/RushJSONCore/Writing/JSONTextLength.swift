extension JSONWritingOptions {
  /// What the length of a text is counted in.
  public enum LengthUnit: Sendable, Hashable {
    /// Bytes of UTF-8.
    case bytes
    /// Units of UTF-16, which is what JavaScript and many servers call length.
    case utf16
    /// Unicode scalars, which is what Python and SQL call length.
    case scalars
    /// Swift's `Character`, extended grapheme clusters.
    case characters
  }
}

extension JSONWritable {
  /// How long the value is as JSON text. The text is not held: 64 KiB of it at most.
  ///
  /// - Throws: As ``jsonBytes(_:)``, so with ``JSONWritingOptions/maximumLength`` the counting stops
  ///   soon after that many bytes.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func jsonLength(
    in unit: JSONWritingOptions.LengthUnit = .bytes, options: JSONWritingOptions = .compact
  ) throws(JSONWritingError) -> Int {
    var counter = TextLengthCounter(unit: unit)
    try writeJSON(options) { bytes in counter.count(bytes) }
    return counter.total
  }
}

/// Counts a text of UTF-8 that comes in pieces, which may be cut anywhere.
struct TextLengthCounter {
  let unit: JSONWritingOptions.LengthUnit
  private var counted = 0
  /// The last character so far, which the next piece may add to, and what is cut of a scalar.
  private var carry: [UInt8] = []

  init(unit: JSONWritingOptions.LengthUnit) { self.unit = unit }

  /// The length of all that was given.
  var total: Int {
    counted + (carry.isEmpty ? 0 : String(decoding: carry, as: UTF8.self).count)
  }

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

  /// How many sequences begin, and how many of them have four bytes.
  private func leads(_ bytes: Span<UInt8>) -> (all: Int, ofFour: Int) {
    var (all, ofFour) = (0, 0)
    for index in bytes.indices {
      let byte = bytes[index]
      all &+= byte & 0xc0 == 0x80 ? 0 : 1
      ofFour &+= byte >= 0xf0 ? 1 : 0
    }
    return (all, ofFour)
  }

  // Where one character ends the next begins anew (UAX #29), so counting can go on from there.
  private mutating func countCharacters(_ bytes: Span<UInt8>) {
    carry.reserveCapacity(carry.count + bytes.count)
    for index in bytes.indices { carry.append(bytes[index]) }
    let cut = incompleteTail(of: carry)
    let text = String(decoding: carry.dropLast(cut), as: UTF8.self)
    guard let last = text.last else { return }
    counted += text.count - 1
    var rest = Array(String(last).utf8)
    // A character can be of any length. Of a very long one the last scalar tells what it goes on with.
    if rest.count > OutputBuffer.windowSize, let scalar = text.unicodeScalars.last {
      rest = Array(String(scalar).utf8)
    }
    carry = rest + carry.suffix(cut)
  }
}
