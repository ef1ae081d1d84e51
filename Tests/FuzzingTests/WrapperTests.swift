import Testing

/// Property wrappers: each with every type, strategy and coder.
@Suite struct WrapperTests {
  @Test(arguments: WrapperProperties.types)
  func wrappersKeepEveryType(_ type: WrapperProperties.SampleType) throws {
    for strategies in WrapperStrategies.all {
      let coders = WrapperCoders(strategies)
      for seed in 0..<4 as Range<UInt64> {
        var input = FuzzInput(seed: seed)
        try type.check(coders, &input)
      }
    }
  }
}
