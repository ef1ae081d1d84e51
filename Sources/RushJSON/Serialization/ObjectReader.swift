internal import RushJSONCore
internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  /// Makes Foundation's objects of a text, from its tape.
  ///
  /// It recurses at most 512 levels, the limit of decoders.
  struct ObjectReader {
    private var steps: TapeSteps
    private let hasMutableContainers: Bool
    private let hasMutableLeaves: Bool
    private let null = NSNull()
    private let yes = NSNumber(value: true)
    private let no = NSNumber(value: false)
    /// A cache of the small numbers. They are immutable, so they can be shared.
    private var small = [NSNumber?](repeating: nil, count: 64)

    init(_ steps: TapeSteps, _ options: RushJSONSerialization.ReadingOptions) {
      self.steps = steps
      hasMutableContainers = options.contains(.mutableContainers)
      hasMutableLeaves = options.contains(.mutableLeaves)
    }

    /// Returns the next value, with everything in it.
    mutating func value() throws -> Any {
      switch steps.next() {
      case .string(let string): return hasMutableLeaves ? NSMutableString(string: string) : string
      case .integer(let integer): return number(integer)
      case .double(let double): return try number(double)
      case .unsigned(let integer): return NSNumber(value: integer)
      case .bool(let bool): return bool ? yes : no
      case .null: return null
      case .array(let count): return try array(count)
      case .object(let count): return try object(count)
      }
    }

    // MARK: - Arrays and objects

    private mutating func array(_ count: Int) throws -> Any {
      var array: [Any] = []
      array.reserveCapacity(count)
      for _ in 0..<count { array.append(try value()) }
      return hasMutableContainers ? NSMutableArray(array: array) : array
    }

    private mutating func object(_ count: Int) throws -> Any {
      var object: [String: Any] = [:]
      object.reserveCapacity(count)
      for _ in 0..<count {
        let name = steps.name()
        object.updateValue(try value(), forKey: name)
      }
      return hasMutableContainers ? NSMutableDictionary(dictionary: object) : object
    }

    // MARK: - Numbers

    private mutating func number(_ integer: Int64) -> NSNumber {
      if let index = Int(exactly: integer), small.indices.contains(index) {
        if let made = small[index] { return made }
        let made = NSNumber(value: integer)
        small[index] = made
        return made
      }
      // Foundation counts the sign as a digit.
      if integer <= -1_000_000_000_000_000_000, let decimal = decimal() { return decimal }
      return NSNumber(value: integer)
    }

    private mutating func number(_ double: Double) throws -> NSNumber {
      if steps.isNumberLonger(than: 17), let decimal = decimal() { return decimal }
      if double.isInfinite, steps.number().scan.form != .infinity {
        throw JSONValueError(.notRepresentable(number: steps.number().text, type: "Double"))
      }
      // An integer without a sign for Foundation; documents keep the sign.
      if double == 0, double.sign == .minus, steps.number().text == "-0" {
        return number(0 as Int64)
      }
      return NSNumber(value: double)
    }

    /// The last number as a `Decimal`, if its exponent is in range.
    private func decimal() -> NSDecimalNumber? {
      let (scan, text) = steps.number()
      // Foundation looks for the exponent after `e` only.
      guard scan.form == .decimal, -128...127 ~= scan.exponent || text.utf8.contains(0x45) else {
        return nil
      }
      // Up to 38 digits are a matter of 25 ns this way, and of 1 µs by the text.
      if scan.isExact, -100...100 ~= scan.decimalExponent {
        return NSDecimalNumber(
          decimal: Decimal(
            sign: scan.isNegative ? .minus : .plus, exponent: scan.decimalExponent,
            significand: Decimal(scan.digits)))
      }
      guard let decimal = Decimal(string: text), decimal.isFinite else { return nil }
      return NSDecimalNumber(decimal: decimal)
    }
  }
#endif
