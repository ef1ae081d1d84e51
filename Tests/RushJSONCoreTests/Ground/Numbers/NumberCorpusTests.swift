import RushJSONCore
import Testing

@Suite(.enabled(if: NumberCorpus.isPresent, "there is no number corpus beside the package"))
struct NumberCorpusTests {
  @Test(arguments: NumberCorpus.files)
  func bitsOfEveryLine(of file: String) throws {
    let lines = try NumberCorpus.lines(of: file).filter { NumberCorpus.isJSON($0.text) }
    #expect(!lines.isEmpty)
    var mismatches = Mismatches()
    for line in lines {
      let (double, float) = (NumberSamples.double(line.text), NumberSamples.float(line.text))
      mismatches.compare(line.text, double, Double(bitPattern: line.double))
      mismatches.compare(line.text, float, Float(bitPattern: line.float))
    }
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  // Guards the filter above: it drops texts by their form, so it cannot hide a wrong value.
  @Test func whatIsLeftOutIsForbidden() throws {
    let forms = try NumberCorpus.formsThatJSONForbids()
    #expect(!forms.isEmpty)
    for form in forms {
      let unsigned = form.first == "-" ? form.dropFirst() : Substring(form)
      #expect(
        unsigned.hasPrefix(".") || unsigned.hasSuffix(".") || unsigned.contains(".e"), "\(form)")
    }
  }
}
