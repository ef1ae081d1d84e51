/// What a contender makes of a file, in figures that do not depend on its own types.
///
/// Fingerprints are compared before anything is timed: a fast wrong answer is worth nothing.
struct Fingerprint: Equatable, Sendable {
  struct Field: Equatable, Sendable {
    var name: String
    var value: UInt64
  }

  /// Why the contender refused the text, or `nil` if it took it.
  private(set) var refusalReason: String?
  private(set) var fields: [Field] = []

  /// The text was taken, and nothing more is known.
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

  var isRefusal: Bool { refusalReason != nil }

  /// How the two differ in what both of them state, or `nil` if they agree.
  ///
  /// A contender that runs elsewhere may state less (a hash of every string would take Python
  /// longer than the whole benchmark), so a field that only one side states is no difference.
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
