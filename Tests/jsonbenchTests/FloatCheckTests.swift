import Testing

@testable import BenchmarkHarness

/// The parts of the check of all `Float`s.
@Suite struct FloatCheckTests {
  @Test(arguments: [1, 2, 3, 7, 64])
  func partsCoverEveryPatternOnce(_ count: Int) {
    for stride in [1, 16, 100_000_000] {
      var end = 0
      for number in 1...count {
        let check = FloatCheck(
          stride: stride, descriptionStride: 1, part: .init(number: number, count: count))
        #expect(check.patterns.lowerBound == end)
        end = check.patterns.upperBound
      }
      #expect(end == ((1 << 32) + stride - 1) / stride)
    }
  }

  @Test func numbersComeBack() {
    var progress = Progress(isRewriting: false)
    let check = FloatCheck(
      stride: 100_003, descriptionStride: 16, part: .init(number: 2, count: 3))
    #expect(check.run(progress: &progress) == nil)
  }

  @Test func partsAreRead() {
    #expect(FloatCheck.Part("3/8") == FloatCheck.Part(number: 3, count: 8))
    for wrong in ["", "3", "0/8", "9/8", "-1/8", "1/0", "1/8/2", "a/8"] {
      #expect(FloatCheck.Part(wrong) == nil)
    }
  }
}
