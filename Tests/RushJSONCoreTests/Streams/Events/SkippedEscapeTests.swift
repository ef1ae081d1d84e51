import CorpusGenerator
import RushJSONCore
import Testing

/// Passing over long strings of escapes, which end in a token that the kernels do not handle, or in an error.
@Suite struct SkippedEscapeTests {
  private static let units = [
    #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\u0000"#, #"\\"#, #"\""#, #"a\t"#, #"\u0041b\"c"#,
  ]
  private static let ends = [
    #""]"#, #"""#, "", #"\"#, #"\u00"#, #"\ud83d"#, #"\ud83d""#, #"\q"]"#, "\u{1}\"]", #"","b"]"#,
  ]

  @Test(arguments: units)
  func errorsAreThoseOfTheParser(unit: String) {
    for length in [90, 700, 8170, 8192, 20_000] {
      for end in Self.ends {
        let count = length / unit.utf8.count
        let text = #"[1,{"a":2},""# + String(repeating: unit, count: count) + end
        SkippingTests.check(Array(text.utf8), kernels: [.fastest], seed: UInt64(length))
        var reader = JSONEventReader()
        reader.feed(Array(text.utf8))
        reader.finish()
        var found: JSONSyntaxError?
        do throws(JSONStreamError) {
          if try reader.skipValue() { while try reader.next() != nil {} }
        } catch {
          found = error.syntaxError
        }
        #expect(found == SkippingTests.refusalOfParser(Array(text.utf8), options: .strict))
      }
    }
  }
}
