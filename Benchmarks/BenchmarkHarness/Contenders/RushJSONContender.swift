extension InProcessContender {
  /// The library itself. Everything in the harness that touches it is in this file.
  ///
  /// Its readers are not written yet, so its table is empty and `ContenderRegistry` leaves it out.
  /// Once they are:
  ///
  /// - `validate`: `JSONTokenizer.validate(_:)`, described as `.accepted`.
  /// - `document`: `JSONDocument(parsing:)`, described by a walk into a `FingerprintVisitor`.
  /// - `walk`: the same, walked into a `TouchingVisitor` inside the timed work.
  /// - `tree`: `RawJSON(parsing:)`, described by a walk over its cases.
  static var rushJSON: InProcessContender {
    InProcessContender(name: rushJSONName, preparations: [:])
  }

  static let rushJSONName = "RushJSON"
}
