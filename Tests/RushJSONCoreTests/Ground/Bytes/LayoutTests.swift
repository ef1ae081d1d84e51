import Foundation
import Testing

@testable import RushJSONCore

/// The probes of the layout room find the layouts of this toolchain, or nothing with the trait `PublicInterfacesOnly`, or with
/// `RUSHJSON_AS=public` in the environment.
///
/// Other tests show that the results are the same either way: `.ci/run` runs those that reach the room with the variable, too.
@Suite struct LayoutTests {
  static let leftAlone = ProcessInfo.processInfo.environment["RUSHJSON_AS"]

  #if !PublicInterfacesOnly && _pointerBitWidth(_64) && _endian(little) && !os(Android)
    static let isExpected = leftAlone != "public"
  #else
    static let isExpected = false
  #endif

  /// Objects of the standard library are left alone on Apple's systems.
  #if canImport(Darwin)
    static let includesObjects = false
  #else
    static let includesObjects = leftAlone != "apple"
  #endif
  static let expectedPooling: ContainerPooling =
    isExpected ? (includesObjects ? .uncounted : .counted) : .none

  @Test func theProbesAnswerAsTheTraitAndTheEnvironmentSay() {
    #expect(SmallString.isKnown == Self.isExpected)
    #expect((NativeStringLayout.current.flags != .max) == Self.isExpected)
    #expect(Uniqueness.isKnown == Self.isExpected)
    #expect(RawJSON.holdsContentFirst == Self.isExpected)
    #expect(ArrayMemory.isKnown == Self.isExpected)
    #expect(LastingBytes.areKnown == Self.isExpected)
    #expect(DecodingSession.pooling == Self.expectedPooling)
    #expect(EncodingSession.pooling == Self.expectedPooling)
  }

  /// Memory tagging puts 4 bits into addresses, below the 4 bits that say what kind of string it is.
  @Test func tagsOfAddressesArePartOfTheAddress() throws {
    guard SmallString.isKnown else { return }
    let layout = NativeStringLayout.current
    let string = String(repeating: "long string ", count: 5)
    let words = StringWords(string)
    let tagged = StringWords(low: words.low, high: words.high | 0x0a << 56)
    // Only the addresses are compared: nothing is at that of `tagged`.
    let address = try #require(
      unsafe words.nativeUTF8(layout)?.baseAddress.map { UInt(bitPattern: $0) })
    let taggedAddress = try #require(
      unsafe tagged.nativeUTF8(layout)?.baseAddress.map { UInt(bitPattern: $0) })
    #expect(taggedAddress == address | 0x0a << 56)
  }

  @Test func ownersOfAnyObjectAreCounted() {
    guard Uniqueness.isKnown else { return }
    var owners: [AnyObject] = [LayoutBox(1)]
    var reference = unsafe Unmanaged.passUnretained(owners[0])
    #expect(unsafe reference.isOnlyReference())
    owners.append(owners[0])
    #expect(unsafe !reference.isOnlyReference())
    withExtendedLifetime(owners) {}
  }

  @Test(arguments: [
    "", "a", "seven b", "eight by", "nine byte", "15 bytes of all", "é", "16 bytes of text",
  ])
  func wordsTellWhatAStringHolds(_ text: String) {
    let string = String(decoding: Array(text.utf8), as: UTF8.self)
    let words = StringWords(string)
    guard SmallString.isKnown else {
      // Without the trait, the words are read, and nothing uses them.
      #expect(Layouts.areEnabled || words == StringWords(low: 0, high: 0))
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

  @Test func onlyAContainerThatIsOneReferenceIsPooled() {
    struct Content { let words: (UInt, UInt), owner: ContainerOwner? }
    final class Box {
      let content: Content
      init(_ content: Content) { self.content = content }
    }
    struct Container { let box: Box }
    struct Number { let value: UInt }
    /// One word, and a copy counts the owner again.
    struct Owner { let owner: ContainerOwner? }
    enum Tagged { case one(Box), two(Box) }

    func pooling<C, Content>(_ make: @escaping (ContainerOwner?) -> (Content, C))
      -> ContainerPooling
    { KeptContainer.pooling { make($0) } }
    let content = { Content(words: (1, 2), owner: $0) }
    let counted = Self.isExpected ? ContainerPooling.counted : .none
    #expect(pooling { (content($0), Container(box: Box(content($0)))) } == Self.expectedPooling)
    // Contents of another size, or with other words.
    #expect(pooling { (7 as UInt8, Container(box: Box(content($0)))) } == counted)
    let other = Content(words: (3, 4), owner: nil)
    #expect(pooling { (other, Container(box: Box(content($0)))) } == counted)
    #expect(pooling { (content($0), 1 as UInt8) } == .none)
    #expect(pooling { _ in (7 as UInt8, Number(value: 4096)) } == .none)
    #expect(pooling { (7 as UInt8, Owner(owner: $0)) } == .none)
    #expect(pooling { (7 as UInt8, Tagged.two(Box(content($0)))) } == .none)
  }
}

/// Texts that become arrays without a copy, and those that do not.
@Suite struct ArrayMemoryTests {
  @Test func arraysHaveTheFirstBytes() {
    for count in [0, 1, 63, 64] {
      let memory = ArrayMemory(capacity: 64)
      // Invariant: there is room for 64 bytes.
      for index in 0..<count { unsafe memory.start[index] = UInt8(index) }
      #expect(memory.array(count: count) == (0..<count).map { UInt8($0) })
    }
  }

  /// The buffer begins with a good estimate, one that is too large, one that is too small, and none.
  @Test(arguments: [40_100, 400_000, 20_000, 100], [Int.max, 40_000, 30_000])
  func textsAreCompleteWhateverTheEstimate(_ capacity: Int, _ maximumLength: Int) {
    var buffer = OutputBuffer(
      capacity: capacity, maximumLength: maximumLength, becomesArray: true)
    let text = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
    text.withCheckedBytes { buffer.append($0) }
    let isTooLong = if case .tooLong? = buffer.finish() { true } else { false }
    #expect(isTooLong == (maximumLength < 40_000))
    if !isTooLong { #expect(buffer.takeArray() == text) }
  }

  @Test func sizesOfTextsAreALittleMore() {
    #expect(TextSize().length == nil)
    for length in [0, 1, 8, 9, 15, 16, 17, 1000, 631_515, 1 << 32, 1 << 33] {
      let size = TextSize(length).length ?? 0
      #expect(size >= length && size <= max(length + length / 8 + 1, 9))
    }
    #expect(TextSize(.max).length == 15 << 31)
  }
}

private final class LayoutBox {
  let value: UInt64

  init(_ value: UInt64) { self.value = value }
}

extension LayoutTests {
  /// A collection without memory, and one whose copies have memory of their own.
  private struct Copied: Collection {
    var bytes: [UInt8]
    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> UInt8 { bytes[index] }
    func withContiguousStorageIfAvailable<R>(
      _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R? { try unsafe Array(bytes + [0]).withContiguousStorageIfAvailable(body) }
  }

  @Test func bytesWithoutAnAddressAreFound() {
    #expect(!LastingBytes.haveAddress(Copied(bytes: [1, 2, 3])))
    #expect(!LastingBytes.haveAddress(repeatElement(7 as UInt8, count: 3)))
    #expect(LastingBytes.haveAddress([1, 2, 3] as [UInt8]) == Self.isExpected)
  }

  @Test(arguments: [1, 2048, 2049, 100_000])
  func documentsReadWhatTheyKeep(_ count: Int) throws {
    let text = Array("[\(String(repeating: " ", count: count))7]".utf8)
    var (array, slice, contiguous) = (text, (text + text)[text.count...], ContiguousArray(text))
    let documents = try [
      JSONDocument(parsing: array), JSONDocument(parsing: slice), JSONDocument(parsing: contiguous),
    ]
    var reader = JSONDocument.Reader()
    let read = try reader.parse(array)
    for index in text.indices { (array[index], contiguous[index]) = (0, 0) }
    for index in slice.indices { slice[index] = 0 }
    for document in documents + [read] { #expect(try document.root[0]?.int() == 7) }
  }
}
