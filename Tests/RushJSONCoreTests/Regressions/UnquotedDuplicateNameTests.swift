import RushJSONCore
import Testing

/// The error for a duplicate name without quotes was reported one byte too early.
@Suite struct UnquotedDuplicateNameTests {
  @Test func theOffsetIsThatOfTheName() {
    let options = JSONReadingOptions(leniencies: .json5, duplicateNames: .refuse)
    rejects("{a:1,▸a:2}", .duplicateName, options: options).check()
    rejects("{a:1,▸'a':2}", .duplicateName, options: options).check()
  }
}
