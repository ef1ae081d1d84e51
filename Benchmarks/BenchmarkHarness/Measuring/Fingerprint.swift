/// A contender's answer for a file, in figures that do not depend on its types. Compared before timing.
struct Fingerprint: Equatable, Sendable {
  struct Field: Equatable, Sendable {
    var name: String
    var value: UInt64
  }

  /// Why the contender rejected the text, or `nil` if it accepted it.
  private(set) var refusalReason: String?
  private(set) var fields: [Field] = []

  /// The contender accepted the text; nothing else is known.
  static let accepted = Fingerprint()

  static func refusal(reason: String) -> Fingerprint {
    var fingerprint = Fingerprint()
    fingerprint.refusalReason = reason
    return fingerprint
  }

  static func accepted(_ fields: [Field]) -> Fingerprint {
    var fingerprint = Fingerprint()
    fingerprint.fields = fields
    return fingerprint
  }

  static func hash(of bytes: some Sequence<UInt8>) -> Fingerprint {
    var hash = FNVHash()
    for byte in bytes { hash.add(UInt64(byte)) }
    return .accepted([Field(name: "values", value: hash.value)])
  }

  /// What a walk visits.
  static func walk(_ walk: (inout FingerprintVisitor) throws -> Void) rethrows -> Fingerprint {
    var visitor = FingerprintVisitor()
    try walk(&visitor)
    return visitor.fingerprint
  }

  var isRefusal: Bool { refusalReason != nil }

  /// The first difference in the figures that both have, or `nil` if they agree.
  ///
  /// A contender in another process may have fewer figures: Python would take longer to hash every
  /// string than the whole benchmark takes. So a figure that only one side has is not a difference.
  func difference(
    from other: Fingerprint, ownName: String, otherName: String
  ) -> String? {
    switch (refusalReason, other.refusalReason) {
    case (let reason?, nil):
      return "\(otherName) accepts it, \(ownName) refuses it (\(reason))"
    case (nil, let reason?):
      return "\(ownName) accepts it, \(otherName) refuses it (\(reason))"
    case (.some, .some):
      return nil
    case (nil, nil):
      let differences = fields.compactMap { field -> String? in
        guard let theirs = other.fields.first(where: { $0.name == field.name }),
          theirs.value != field.value
        else { return nil }
        return "\(field.name): \(field.value) from \(ownName), \(theirs.value) from \(otherName)"
      }
      return differences.isEmpty ? nil : differences.joined(separator: "; ")
    }
  }
}

/// FNV-1a, 64 bits.
struct FNVHash: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01b3 }
}

/// Receives every value of a document, so that the walk is the same for all contenders.
protocol ValueVisitor {
  /// Whether numbers must be correctly rounded even if the library's own conversion is not.
  static var needsExactNumbers: Bool { get }

  mutating func visitNull()
  mutating func visit(bool: Bool)
  mutating func visit(number: Double)
  mutating func visit(string: Span<UInt8>)
  mutating func visit(name: Span<UInt8>)
  mutating func visitArray()
  mutating func visitObject()
}

/// The timed walk: the length and the first byte of strings. Reading all bytes would mostly time that reading,
/// which is the same for every contender.
struct TouchingVisitor: ValueVisitor {
  static var needsExactNumbers: Bool { false }

  private(set) var sum: UInt64 = 0

  // Sums wrap: they only need to depend on every value.
  mutating func visitNull() { sum &+= 1 }
  mutating func visit(bool: Bool) { sum &+= bool ? 2 : 3 }
  mutating func visit(number: Double) { sum &+= number.bitPattern }
  mutating func visit(string: Span<UInt8>) { touch(string) }
  mutating func visit(name: Span<UInt8>) { touch(name) }
  mutating func visitArray() { sum &+= 5 }
  mutating func visitObject() { sum &+= 7 }

  private mutating func touch(_ bytes: Span<UInt8>) {
    sum &+= UInt64(truncatingIfNeeded: bytes.count)
    if !bytes.isEmpty { sum &+= UInt64(bytes[0]) }
  }
}

/// The compared walk: counts each kind, and adds up all numbers and all bytes of strings, in any order.
/// Objects with duplicate names have no common answer, because a dictionary keeps one of them.
struct FingerprintVisitor: ValueVisitor {
  static var needsExactNumbers: Bool { true }

  private var nulls: UInt64 = 0
  private var booleans: UInt64 = 0
  private var trues: UInt64 = 0
  private var numbers: UInt64 = 0
  private var numberBits: UInt64 = 0
  private var strings = TextSum()
  private var names = TextSum()
  private var arrays: UInt64 = 0
  private var objects: UInt64 = 0

  mutating func visitNull() { nulls &+= 1 }

  mutating func visit(bool: Bool) {
    booleans &+= 1
    if bool { trues &+= 1 }
  }

  mutating func visit(number: Double) {
    numbers &+= 1
    // Adding zero turns minus zero into zero: a library that reads "-0" as an integer loses the
    // sign, which alone is not a wrong answer.
    numberBits &+= (number + 0).bitPattern
  }

  mutating func visit(string: Span<UInt8>) { strings.add(string) }
  mutating func visit(name: Span<UInt8>) { names.add(name) }
  mutating func visitArray() { arrays &+= 1 }
  mutating func visitObject() { objects &+= 1 }

  var fingerprint: Fingerprint {
    .accepted([
      .init(name: "nulls", value: nulls),
      .init(name: "booleans", value: booleans),
      .init(name: "trues", value: trues),
      .init(name: "numbers", value: numbers),
      .init(name: "sum of number bits", value: numberBits),
      .init(name: "strings", value: strings.count),
      .init(name: "string bytes", value: strings.bytes),
      .init(name: "sum of string hashes", value: strings.hashes),
      .init(name: "names", value: names.count),
      .init(name: "name bytes", value: names.bytes),
      .init(name: "sum of name hashes", value: names.hashes),
      .init(name: "arrays", value: arrays),
      .init(name: "objects", value: objects),
    ])
  }

  private struct TextSum {
    var count: UInt64 = 0
    var bytes: UInt64 = 0
    var hashes: UInt64 = 0

    mutating func add(_ text: Span<UInt8>) {
      count &+= 1
      bytes &+= UInt64(truncatingIfNeeded: text.count)
      var hash = FNVHash()
      for index in text.indices { hash.add(UInt64(text[index])) }
      hashes &+= hash.value
    }
  }
}
