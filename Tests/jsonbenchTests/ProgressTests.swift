import Testing

@testable import BenchmarkHarness

@Suite struct ProgressTests {
  @Test func aLogHasOneLineForEachStep() {
    #expect(output(isRewriting: false) == "[1/2] done a\njsonbench: error: bad\n[2/2] done b\n")
  }

  @Test func aTerminalRewritesOneLine() {
    let text = output(isRewriting: true)
    #expect(text.hasPrefix("\r\u{1B}[K[1/2] a …\r"))
    #expect(text.contains("error: bad\n"))
    #expect(!text.contains("done"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  private func output(isRewriting: Bool) -> String {
    var text = ""
    var progress = Progress(isRewriting: isRewriting) { text += $0 }
    progress.begin(steps: 2)
    progress.start("a")
    progress.finish("done a")
    progress.start("b")
    progress.fail("bad")
    progress.finish("done b")
    progress.end()
    return text
  }
}
