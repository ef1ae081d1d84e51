/// A whole number of any length, with just the operations that write powers and halves digit for
/// digit.
struct BigDecimal {
  private static let base = 1_000_000_000

  /// Nine decimal digits each, the lowest first; at least one.
  private var limbs: [Int]

  /// The number `value`, which is not negative.
  init(_ value: Int) {
    limbs = []
    var rest = value
    repeat {
      limbs.append(rest % Self.base)
      rest /= Self.base
    } while rest > 0
  }

  /// The decimal digits, without leading zeros.
  var text: String {
    var text = Array(String(limbs[limbs.count - 1]).utf8)
    for limb in limbs.dropLast().reversed() {
      var unit = Self.base / 10
      while unit > 0 {
        text.append(UInt8(48 + limb / unit % 10))
        unit /= 10
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// This number times `factor` to the power `exponent`; the factor is from 2 to 10⁹.
  func multiplied(by factor: Int, times exponent: Int) -> BigDecimal {
    var result = self
    var rest = exponent
    while rest > 0 {
      // As many factors at a time as one limb holds.
      var product = factor
      rest -= 1
      while rest > 0, product <= Self.base / factor {
        product *= factor
        rest -= 1
      }
      result = result.multiplied(by: product)
    }
    return result
  }

  /// This number times a factor that is not negative.
  func multiplied(by factor: Int) -> BigDecimal {
    let limbsOfFactor = BigDecimal(factor).limbs
    var product = [Int](repeating: 0, count: limbs.count + limbsOfFactor.count)
    for (shift, factor) in limbsOfFactor.enumerated() {
      var carry = 0
      for (index, limb) in limbs.enumerated() {
        // Below 10¹⁸ + 2 · 10⁹.
        let sum = product[index + shift] + limb * factor + carry
        product[index + shift] = sum % Self.base
        carry = sum / Self.base
      }
      product[limbs.count + shift] = carry
    }
    while product.count > 1, product[product.count - 1] == 0 { product.removeLast() }
    var result = self
    result.limbs = product
    return result
  }

  /// Adds `value`, which is less than 10⁹ and not negative.
  mutating func add(_ value: Int) {
    var carry = value
    var index = 0
    while carry > 0 {
      if index == limbs.count { limbs.append(0) }
      let sum = limbs[index] + carry
      limbs[index] = sum % Self.base
      carry = sum / Self.base
      index += 1
    }
  }

  /// Subtracts `value`, which is less than 10⁹ and at most the number itself.
  mutating func subtract(_ value: Int) {
    var borrow = value
    var index = 0
    while borrow > 0 {
      limbs[index] -= borrow
      borrow = limbs[index] < 0 ? 1 : 0
      if borrow == 1 { limbs[index] += Self.base }
      index += 1
    }
    while limbs.count > 1, limbs[limbs.count - 1] == 0 { limbs.removeLast() }
  }
}
