import Testing

/// The shrinker ends, and its result still fails.
@Suite struct ShrinkerTests {
  @Test func findsTheOneByteThatFails() {
    let bytes = [UInt8](repeating: 0x61, count: 1000) + [0x78] + [UInt8](repeating: 0x62, count: 77)
    #expect(Shrinker.shrink(bytes) { $0.contains(0x78) } == [0x78])
  }

  @Test func keepsWhatBelongsTogether() {
    let bytes = Array("[1,2,3,{\"a\":[true,false]},null]".utf8)
    let shrunk = Shrinker.shrink(bytes) { text in
      guard let brace = text.firstIndex(of: 0x7b) else { return false }
      return text[brace...].contains(0x7d)
    }
    #expect(shrunk == Array("{}".utf8))
  }

  @Test func keepsATextThatFailsOnlyAsAWhole() {
    let bytes = Array("abc".utf8)
    #expect(Shrinker.shrink(bytes) { $0 == bytes } == bytes)
  }
}
