import RushJSONCore
import Testing

/// `Infinity` and `NaN` without a minus sign were the integer 0 in a document.
@Suite struct NonFiniteNumberTests {
  @Test func areNotZero() throws {
    let options = JSONReadingOptions(leniencies: .nonFiniteNumbers)
    let root = try JSONDocument(parsing: "[Infinity, NaN, -Infinity]", options: options).root
    let values = try root.elements().map { try $0.double() }
    #expect(values[0] == .infinity)
    #expect(values[1].isNaN)
    #expect(values[2] == -.infinity)
    for element in try root.elements() {
      #expect(throws: JSONValueError.self) { try element.int() }
      let float = try element.float()
      #expect(!float.isFinite)
    }
  }

  /// However it is read, a NaN with a minus sign is the one without.
  @Test func minusBeforeNaNIsDropped() throws {
    let options = JSONReadingOptions.json5
    let root = try JSONDocument(parsing: "-NaN", options: options).root
    #expect(try root.double().sign == .plus)
    #expect(try root.number().double?.sign == .plus)
    #expect(try RawJSON(parsing: "-NaN", options: options).doubleValue?.sign == .plus)
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = options
    #expect(try decoder.decode(Double.self, from: "-NaN").sign == .plus)
    #expect(try decoder.decode([Double].self, from: "[-NaN]")[0].sign == .plus)
    #expect(try decoder.decode([Float].self, from: "[-NaN]")[0].sign == .plus)
  }
}
