import RushJSONCore
import Testing

/// The offset of a duplicate name was that of the byte before it, if the name had no quotes.
@Suite struct UnquotedDuplicateNameTests {
  @Test func offsetIsThatOfTheName() {
    let options = JSONReadingOptions(leniencies: .json5, duplicateNames: .refused)
    rejects("{a:1,▸a:2}", .duplicateName, options: options).check()
    rejects("{a:1,▸'a':2}", .duplicateName, options: options).check()
  }
}
