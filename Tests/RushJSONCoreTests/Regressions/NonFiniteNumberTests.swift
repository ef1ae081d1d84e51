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
}
