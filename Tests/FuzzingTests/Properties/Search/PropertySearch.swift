/// Looks for an input for which a property does not hold, and makes it as small as it can.
///
/// A case is what one seed chooses, and cases have consecutive seeds. So the seed of a failure replays
/// it alone, and so do the bytes that it made.
struct PropertySearch: Sendable {
  /// An input for which the property does not hold.
  struct Failure: Error, CustomStringConvertible {
    var name: String
    var seed: UInt64
    /// Bytes that make the property fail in the same way.
    var input: [UInt8]
    var error: any Error

    var description: String {
      let digits = input.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      return """
        \(name), seed \(seed): \(error)
        input \(digits.isEmpty ? "without bytes" : digits)
        text  \(String(decoding: input, as: UTF8.self).debugDescription)
        """
    }
  }

  let name: String
  /// Throws if the property does not hold for these choices.
  let property: @Sendable (inout FuzzInput) throws -> Void

  /// The first failure among `count` cases, not made smaller.
  func failure(from seed: UInt64, count: Int) -> Failure? {
    for index in 0..<UInt64(count) {
      if let failure = failure(seed: seed &+ index) { return failure }
    }
    return nil
  }

  /// The failure of one seed.
  func failure(seed: UInt64) -> Failure? {
    var input = FuzzInput(seed: seed)
    do {
      try property(&input)
      return nil
    } catch { return Failure(name: name, seed: seed, input: input.record, error: error) }
  }

  /// The error that these bytes lead to.
  func error(of bytes: [UInt8]) -> (any Error)? {
    var input = FuzzInput(bytes)
    do {
      try property(&input)
      return nil
    } catch { return error }
  }

  /// The same failure with the smallest input found. If its bytes alone do not fail (what ran before may
  /// matter), it stays as it is.
  func shrunk(_ failure: Failure) -> Failure {
    var smallest = failure
    let kind = Self.kind(of: failure.error)
    smallest.input = Shrinker.shrink(failure.input) { bytes in
      guard let error = error(of: bytes), Self.kind(of: error) == kind else { return false }
      smallest.error = error
      return true
    }
    return smallest
  }

  /// What two errors have in common if they are about the same thing: the name of the property, or the
  /// type of an error that nobody expected.
  private static func kind(of error: any Error) -> String {
    (error as? PropertyFailure)?.property ?? "\(type(of: error))"
  }
}
