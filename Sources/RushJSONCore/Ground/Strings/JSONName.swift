// The name of a member, known when the program is compiled.
//
//   "id"                            by hand
//   JSONName(prepared: #","id":"#)  by a macro:  , " i d " :
//                                                    └─┘ start, count
//
// Two words and a bit in registers, all constants in optimised code: nothing is made at run time.

/// The name of a member, written in the source code.
///
/// ```swift
/// id = try reader.value("id")
/// ```
@safe
public struct JSONName: ExpressibleByStringLiteral, Sendable {
  // Invariant: `count` bytes of UTF-8 begin here, which live as long as the process. In a prepared name,
  // a comma and a quotation mark precede them, and a quotation mark and a colon follow.
  @usableFromInline nonisolated(unsafe) let start: UnsafePointer<UInt8>
  /// Twice the number of bytes, plus 1 for a prepared name.
  @usableFromInline let size: UInt
  /// One of 64 bits, which equal names share.
  @usableFromInline let bit: UInt64

  /// Creates a name from a literal.
  // Always inlined, so that the words of a name are constants: a call for each member costs more than the
  // comparison of its name.
  @inlinable @inline(__always)
  public init(stringLiteral name: StaticString) {
    // Invariant: a string literal is stored as UTF-8.
    unsafe start = name.utf8Start
    size = UInt(bitPattern: name.utf8CodeUnitCount &<< 1)
    bit = unsafe JSONName.bit(name.utf8Start, name.utf8CodeUnitCount)
  }

  /// Creates a name from the text of its member up to the value: a comma, a quotation mark, the name, a
  /// quotation mark and a colon.
  ///
  /// For generated code: ``JSONWriter`` copies such a text without looking at it. The name must be
  /// printable ASCII without `"`, `\`, `/`, `<`, `>`, `&` and `'`, and without `K`, `;` and the grave accent, which
  /// have equivalents in Unicode. A type that reads with it asks for each name once after ``JSONReader/beginObject()``.
  @inlinable @inline(__always)
  public init(prepared text: StaticString) {
    precondition(text.utf8CodeUnitCount >= 4)
    // Invariant: the text has at least four bytes.
    unsafe start = text.utf8Start + 2
    let count = text.utf8CodeUnitCount &- 4
    // Longer names are written in parts, because the writer reserves a prepared one as a whole.
    size = UInt(bitPattern: count &<< 1 | (count <= 4096 ? 1 : 0))
    bit = unsafe JSONName.bit(text.utf8Start + 2, count)
  }

  /// The bit of a name of `count` bytes.
  @inlinable @inline(__always)
  static func bit(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    if count == 0 { return 1 }
    // Invariant: there is a first, a middle and a last byte.
    let (first, middle) = unsafe (UInt64(start[0]), UInt64(start[count &>> 1]))
    let last = unsafe UInt64(start[count &- 1])
    // Half as many names of one object share a bit as without the middle byte.
    let sum = first &* 7 &+ middle &* 19 &+ last &* 13
    return 1 &<< (sum &+ UInt64(truncatingIfNeeded: count) &* 29)
  }

  @inline(__always) var count: Int { Int(bitPattern: size &>> 1) }
  @inline(__always) var isPrepared: Bool { size & 1 != 0 }
  /// The bit that a reader notes after it has read the member, so that a second request finds the first of equal
  /// names. No bit for a prepared name, which is asked for once: with the bits of 30 names that were read, two of
  /// five others would seem to be among them.
  @inline(__always) var readBit: UInt64 { bit & (UInt64(size & 1) &- 1) }

  @inline(__always)
  var utf8: CheckedBytes { unsafe CheckedBytes(start: start, count: count) }
}

extension JSONName {
  /// Whether other names may be canonically equivalent: those beyond ASCII, and those with one of three ASCII
  /// characters (U+212A is equivalent to K).
  var mayHaveEquivalents: Bool {
    if isPrepared { return false }
    var at = 0
    // Invariant: each load ends at or before `count`.
    let bytes = utf8
    while at &+ 8 <= count {
      let word = bytes.load(at: at, as: UInt64.self)
      if JSONName.hasOddByte(word) { return true }
      at &+= 8
    }
    if at == count { return false }
    if count >= 8 {
      let word = bytes.load(at: count &- 8, as: UInt64.self)
      return JSONName.hasOddByte(word)
    }
    if count >= 4 {
      let first = bytes.load(at: 0, as: UInt32.self)
      let last = bytes.load(at: count &- 4, as: UInt32.self)
      return JSONName.hasOddByte(UInt64(first) | UInt64(last) &<< 32)
    }
    // The first byte, the middle one and the last one are all of up to three.
    let first = UInt64(bytes[0])
    let middle = UInt64(bytes[count &>> 1])
    let last = UInt64(bytes[count &- 1])
    return JSONName.hasOddByte(first | middle &<< 8 | last &<< 16)
  }

  /// Whether one of eight bytes is beyond ASCII, or one of the three.
  private static func hasOddByte(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var odd = word
    // A byte that is zero after this borrows from its highest bit.
    func mark(_ character: UInt8) {
      let rest = word ^ (ones &* UInt64(character))
      odd |= (rest &- ones) & ~rest
    }
    mark(UInt8(ascii: "K"))
    mark(UInt8(ascii: ";"))
    mark(UInt8(ascii: "`"))
    return odd & (ones &<< 7) != 0
  }
}

extension String {
  /// Whether other strings may be canonically equivalent: those beyond ASCII, and those with one of
  /// three ASCII characters (U+212A is equivalent to K).
  var mayHaveEquivalents: Bool {
    utf8.contains { byte in
      byte >= 0x80 || byte == UInt8(ascii: "K") || byte == UInt8(ascii: ";")
        || byte == UInt8(ascii: "`")
    }
  }
}

extension JSONName: CustomStringConvertible {
  /// The name.
  public var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension JSONName {
  /// The names of members that a type declares, for the types whose members stand among them.
  ///
  /// ```swift
  /// try writer.members(of: position, beside: { $0.add("id") })
  /// ```
  public struct List {
    /// The bits of all names. They suffice until a name has one of them.
    @usableFromInline var bits: UInt64 = 0
    private(set) var names: [JSONName] = []
    @usableFromInline let keepsNames: Bool

    init(keepingNames: Bool) { keepsNames = keepingNames }

    /// The names that `add` adds.
    init(_ add: (inout List) -> Void) {
      self.init(keepingNames: true)
      add(&self)
    }

    /// Adds a name.
    @inlinable @inline(__always)
    public mutating func add(_ name: JSONName) {
      if keepsNames { keep(name) } else { bits |= name.bit }
    }

    @usableFromInline
    mutating func keep(_ name: JSONName) { names.append(name) }
  }
}

// MARK: - Convertible

extension JSONName {
  /// A type that can be the key of a dictionary whose members are read and written: it is made of a name,
  /// and gives one.
  ///
  /// Enums with strings for raw values need nothing but the conformance.
  public protocol Convertible: Hashable {
    /// Creates a key, or returns `nil` if the name is not that of a key.
    init?(jsonName: String)
    /// The name.
    var jsonName: String { get }
  }
}

extension String: JSONName.Convertible {
  @inlinable public init(jsonName: String) { self = jsonName }
  @inlinable public var jsonName: String { self }
}

extension Int: JSONName.Convertible {
  public init?(jsonName: String) { self.init(jsonName) }
  public var jsonName: String { String(self) }
}

extension JSONName.Convertible where Self: RawRepresentable, RawValue == String {
  public init?(jsonName: String) { self.init(rawValue: jsonName) }
  public var jsonName: String { rawValue }
}

// MARK: - UnquotedName

/// Names without quotes (JSON5): ECMAScript 5.1 identifiers, §7.6.
enum UnquotedName {
  /// The length in bytes of the name at `at`, or 0 if none begins there.
  /// A `\uXXXX` must mean a character that may be where it is. Foundation also takes `\xXX`, and a part where none
  /// could begin a name.
  static func length(
    _ text: CheckedBytes, at start: Int, leniencies: JSONReadingOptions.Leniencies
  ) -> Int {
    let isFoundation = leniencies.contains(.foundation)
    var at = start
    while at < text.count {
      // Invariant: at < count. The text is well-formed UTF-8 as far as it is indexed, and an ill-formed
      // sequence has length 0 here, and no scalar.
      if text[at] == .backslash {
        // Other escapes have two bytes, and a pair of halves has twelve.
        guard
          case .scalar(let scalar, let length) = Escape.read(
            text, at: at, leniencies: [.extendedEscapes, .foundation]),
          length == 6 || length == 4 && isFoundation,
          isFoundation || at > start ? isPart(scalar) : isStart(scalar)
        else { break }
        at &+= length
        continue
      }
      // Avoids the tables of Unicode, which cost 500 instructions.
      if text[at] < 0x80 {
        guard isASCIIPart(text[at], isFirst: at == start) else { break }
        at &+= 1
        continue
      }
      let length = wellFormedSequenceLength(in: text, at: at)
      let sequence = CheckedBytes(rebasing: text[at..<at &+ length])
      guard let scalar = String(decoding: sequence, as: UTF8.self).unicodeScalars.first,
        isPart(scalar) && (at > start || isStart(scalar))
      else { break }
      at &+= length
    }
    assert(at <= text.count)
    return at &- start
  }

  private static func isASCIIPart(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "$"), UInt8(ascii: "_"):
      return true
    default: return !isFirst && byte &- .digit0 < 10
    }
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    default: return false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    // A zero-width non-joiner or joiner may be in a name, but not begin it.
    if isStart(scalar) || scalar == "\u{200c}" || scalar == "\u{200d}" { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }
}
