/// A random number generator whose whole sequence follows from its seed, on every platform.
///
/// The generator is xoshiro256** (Blackman and Vigna, 2018), its state filled by SplitMix64 as its
/// authors advise. The standard library does not promise that `Int.random(in:using:)`,
/// `shuffled(using:)` or `randomElement(using:)` draw the same numbers in every release. A
/// corpus must not change with the toolchain, so this type has its own draws.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// A generator at the start of the sequence that `seed` names; every seed works, even zero.
  public init(seed: UInt64) {
    var splitMix = seed
    func next() -> UInt64 {
      splitMix &+= 0x9E37_79B9_7F4A_7C15
      var word = splitMix
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
    state = (next(), next(), next(), next())
  }

  /// The next 64 bits of the sequence.
  public mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// An integer of `range`, each about equally likely.
  ///
  /// Takes the high word of a product (Lemire, 2019) without the rejection step: the bias is below
  /// 2⁻³² for every range of up to 2³² values, and each call draws exactly once.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
    let word = next()
    // A width of zero is the full range of 2⁶⁴ values, which is the word itself.
    let offset = width == 0 ? word : word.multipliedFullWidth(by: width).high
    return range.lowerBound &+ Int(truncatingIfNeeded: offset)
  }

  /// `true` with the probability `numerator` / `denominator`; the denominator is at least 1.
  public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    integer(in: 0...(denominator - 1)) < numerator
  }

  /// One of the elements of `choices`, which is not empty.
  public mutating func element<Element>(of choices: [Element]) -> Element {
    choices[integer(in: 0...(choices.count - 1))]
  }

  /// `count` decimal digits. With `leading`, the first is not zero.
  ///
  /// The last is never zero, so that a fraction made of them has exactly that many
  /// significant digits.
  public mutating func digits(_ count: Int, leadingZero leading: Bool = false) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for index in 0..<count {
      let isEdge = (index == 0 && !leading) || index == count - 1
      text.append(UInt8(48 + integer(in: (isEdge ? 1 : 0)...9)))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `count` lower-case hexadecimal digits, as in an identifier or a commit name.
  public mutating func hexadecimal(_ count: Int) -> String {
    (0..<count).map { _ in String(integer(in: 0...15), radix: 16) }.joined()
  }
}
