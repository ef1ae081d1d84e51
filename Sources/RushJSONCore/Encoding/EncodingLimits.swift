struct ExceededLimits: BitwiseCopyable {
  var isTooDeep = false
  var isTooLong = false
}

/// How deep and how long an encoding may become. A type may catch the error of a value and leave the value
/// out; its limits are then not exceeded.
struct EncodingLimits {
  let maximumDepth: Int
  /// How deep calls may nest: a type may need two for a level. Saturated.
  private let maximumCalls: Int
  private(set) var exceeded = ExceededLimits()
  /// The nested calls of `encode(to:)`.
  private(set) var calls = 0
  /// How often a value that was too deep was left out.
  private var refusals = 0

  /// The most refusals that are forgiven. A type that encodes itself twice and continues after failures
  /// would otherwise fail 2ⁿ times for *n* levels.
  private static var maximumRefusals: Int { 1 << 12 }

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    maximumCalls = min(maximumDepth, Int.max / 4) &* 2 &+ 16
  }

  /// Begins a call of a type's `encode(to:)`, unless calls nest so deep that the stack might overflow.
  @inline(__always)
  mutating func enter() -> Bool {
    calls &+= 1
    if _fastPath(calls <= maximumCalls), _fastPath(!exceeded.isTooDeep) { return true }
    calls &-= 1
    noteTooDeep()
    return false
  }

  @inline(__always)
  mutating func leave() { calls &-= 1 }
  mutating func noteTooDeep() { exceeded.isTooDeep = true }
  mutating func noteTooLong() { exceeded.isTooLong = true }

  /// Notes the loss of text, which leaving out a value does not bring back.
  mutating func noteLoss() {
    exceeded.isTooLong = true
    refusals = Self.maximumRefusals
  }

  /// Restores the state before a value that was left out.
  mutating func restore(_ earlier: ExceededLimits) {
    if exceeded.isTooDeep { refusals &+= 1 }
    if refusals < Self.maximumRefusals { exceeded = earlier }
  }
}
