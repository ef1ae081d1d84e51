/// A natural number of any size, for oracles: slow, and obviously right.
struct BigNatural: Comparable {
  /// The least significant first, and the last one is not zero.
  private(set) var limbs: [UInt64]

  init(_ value: UInt64) { limbs = value == 0 ? [] : [value] }

  /// The number with these decimal digits, in ASCII.
  init(digits: some Sequence<UInt8>) {
    limbs = []
    // As many digits at a time as a limb holds.
    var (group, power): (UInt64, UInt64) = (0, 1)
    for digit in digits {
      group = 10 * group + UInt64(digit & 15)
      power *= 10
      if power == 1_000_000_000_000_000_000 {
        multiply(by: power, adding: group)
        (group, power) = (0, 1)
      }
    }
    multiply(by: power, adding: group)
  }

  var isZero: Bool { limbs.isEmpty }

  private mutating func multiply(by factor: UInt64, adding value: UInt64) {
    var carry = value
    for index in limbs.indices {
      let (high, low) = limbs[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = high + (overflow ? 1 : 0)
    }
    if carry > 0 { limbs.append(carry) }
  }

  static func * (left: BigNatural, right: BigNatural) -> BigNatural {
    var product = BigNatural(0)
    for (index, factor) in right.limbs.enumerated() where factor > 0 {
      var part = left
      part.multiply(by: factor, adding: 0)
      if part.isZero { continue }
      part.limbs.insert(contentsOf: repeatElement(0, count: index), at: 0)
      product = product + part
    }
    return product
  }

  static func + (left: BigNatural, right: BigNatural) -> BigNatural {
    var sum = left
    var carry: UInt64 = 0
    for index in 0..<max(left.limbs.count, right.limbs.count) {
      let first = index < left.limbs.count ? left.limbs[index] : 0
      let second = index < right.limbs.count ? right.limbs[index] : 0
      let (partial, overflow) = first.addingReportingOverflow(second)
      let (total, more) = partial.addingReportingOverflow(carry)
      carry = overflow || more ? 1 : 0
      if index < sum.limbs.count { sum.limbs[index] = total } else { sum.limbs.append(total) }
    }
    if carry > 0 { sum.limbs.append(carry) }
    return sum
  }

  /// The number times 2 to the power `count`.
  func shifted(by count: Int) -> BigNatural {
    if isZero { return self }
    var result = self
    result.multiply(by: 1 << UInt64(count % 64), adding: 0)
    result.limbs.insert(contentsOf: repeatElement(0, count: count / 64), at: 0)
    return result
  }

  private static let powersOfFive: [BigNatural] = {
    var powers = [BigNatural(1)]
    for _ in 0..<1200 {
      var next = powers[powers.count - 1]
      next.multiply(by: 5, adding: 0)
      powers.append(next)
    }
    return powers
  }()

  /// 5 to the power `exponent`.
  static func powerOfFive(_ exponent: Int) -> BigNatural {
    if exponent < powersOfFive.count { return powersOfFive[exponent] }
    return powersOfFive[1200] * powerOfFive(exponent - 1200)
  }

  static func < (left: BigNatural, right: BigNatural) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    for (first, second) in zip(left.limbs.reversed(), right.limbs.reversed()) where first != second
    {
      return first < second
    }
    return false
  }
}
