import Testing

@testable import RushJSONCore

/// The probes of the layout room find the layouts of this toolchain, or nothing with the trait `PublicInterfacesOnly`.
///
/// Other tests show that the results are the same either way: `.ci/run` also runs those that reach the
/// room with the trait.
@Suite struct LayoutTests {
  #if !PublicInterfacesOnly && _pointerBitWidth(_64) && _endian(little) && !os(Android)
    static let isExpected = true
  #else
    static let isExpected = false
  #endif

  @Test func theProbesAnswerAsTheTraitSays() {
    #expect(SmallString.isKnown == Self.isExpected)
    #expect((NativeStringLayout.current.flags != .max) == Self.isExpected)
    #expect(Uniqueness.isKnown == Self.isExpected)
    #expect(RawJSON.holdsContentFirst == Self.isExpected)
    #expect(DecodingSession.canPool == Self.isExpected)
    #expect(EncodingSession.canPool == Self.isExpected)
  }

  @Test(arguments: [
    "", "a", "seven b", "eight by", "nine byte", "15 bytes of all", "é", "16 bytes of text",
  ])
  func wordsTellWhatAStringHolds(_ text: String) {
    let string = String(decoding: Array(text.utf8), as: UTF8.self)
    let words = StringWords(string)
    guard SmallString.isKnown else {
      #expect(words == StringWords(low: 0, high: 0))
      return
    }
    #expect(words.isSmall == (text.utf8.count <= SmallString.capacity))
    guard words.isSmall else { return }
    #expect(words.smallCount == text.utf8.count)
    let bytes = Array(text.utf8)
    let last = bytes.suffix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if bytes.count >= 8 { #expect(words.smallLast == last) }
    #expect(SmallString.make((words.low, words.smallHigh), count: bytes.count) == text)
  }

  @Test func aStringWithRoomShrinks() {
    var string = "a"
    string.reserveCapacity(100)
    let shrunk = SmallString.shrunk(string)
    #expect(shrunk == "a")
    if SmallString.isKnown { #expect(!SmallString.isSmall(string) && SmallString.isSmall(shrunk)) }
  }

  @Test func payloadsOfAnotherLayoutAreNotHeld() {
    #expect(!EnumLayout.holds(7 as UInt64, first: 8 as UInt64))
    #expect(!EnumLayout.holds((1 as UInt64, 2 as UInt64), first: 1 as UInt64))
  }

  @Test func containersThatDifferHaveNoKnownBox() {
    #expect(
      !KeptContainer.hasKnownBox(1 as UInt8, around: 1 as UInt64, as: UInt64.self) { $0 == $1 })
    #expect(
      !KeptContainer.hasKnownBox(LayoutBox(1), around: 2 as UInt64, as: UInt64.self) { $0 == $1 })
  }
}

private final class LayoutBox {
  let value: UInt64

  init(_ value: UInt64) { self.value = value }
}
