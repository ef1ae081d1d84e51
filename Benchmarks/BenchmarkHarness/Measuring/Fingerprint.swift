/// A contender's answer for a file, in figures that do not depend on its types.
///
/// Fingerprints are compared before timing, because a fast wrong answer is worthless.
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

  /// The FNV-1a hash of bytes.
  static func hash(of bytes: some Sequence<UInt8>) -> Fingerprint {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return .accepted([Field(name: "values", value: hash)])
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
