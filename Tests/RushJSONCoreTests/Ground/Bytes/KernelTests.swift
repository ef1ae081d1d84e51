import CorpusGenerator
import Testing

@testable import RushJSONCore

/// All kernels write the same offsets for the same bytes, whatever the window.
@Suite struct KernelTests {
  static let windows = [64, 192, 8192]
  static let kernels = BlockKernel.available.filter { $0 != .portable }

  @Test func thereIsAPortableOneAndAFastestOne() {
    #expect(BlockKernel.available.first == .portable)
    #expect(BlockKernel.fastest == BlockKernel.available.last)
    #expect(Set(BlockKernel.available.map(\.description)).count == BlockKernel.available.count)
  }

  @Test func aLimitLeavesOutFasterKernels() {
    for kernel in BlockKernel.runnable {
      #expect(BlockKernel.runnable(upTo: kernel.name).last == kernel)
    }
    #expect(BlockKernel.runnable(upTo: "portable") == [.portable])
    #expect(BlockKernel.runnable(upTo: "AVX2") == BlockKernel.runnable)
    #expect(BlockKernel.runnable(upTo: "") == BlockKernel.runnable)
  }

  @Test(arguments: TestFolder.documents + ["log.jsonl"])
  func corpus(_ name: String) throws {
    let bytes = try TestFolder.corpus.bytes(of: name)
    let expected = Indexed(bytes, kernel: .portable, window: 8192)
    #expect(expected.invalidUTF8 == nil)
    #expect(expected.offsets.count > bytes.count / 100)
    for kernel in Self.kernels {
      for window in [192, 8192] {
        expectSame(Indexed(bytes, kernel: kernel, window: window), expected, bytes)
      }
    }
  }

  @Test(arguments: [TestFolder.accept, .reject, .either].indices)
  func conformanceCases(_ index: Int) throws {
    let folder = [TestFolder.accept, .reject, .either][index]
    #expect(folder.names.count > 50)
    for name in folder.names { compareAll(try folder.bytes(of: name)) }
  }

  /// Bytes that decide about offsets, close together. They are not JSON, but reach every state that
  /// carries from block to block.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func soup(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plain = Array("\\\\\\\"\"\"{}[]:,  \n\t\r1a-".utf8)
    let pieces: [[UInt8]] =
      plain.map { [$0] } + [
        [0xc3, 0xa9], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80], [0x00], [0x0c], [0x1a], [0x1f],
        [0x7f], Array("true".utf8), Array("\\u0041".utf8), [UInt8](repeating: 0x5c, count: 9),
        [UInt8](repeating: 0x61, count: 40), [UInt8](repeating: 0x20, count: 70),
      ]
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      let length = random.integer(in: 0...300)
      while bytes.count < length { bytes += random.element(of: pieces) }
      compareAll(bytes)
      // Sometimes ill-formed.
      if random.chance(1, in: 4), !bytes.isEmpty {
        bytes[random.integer(in: 0...bytes.count - 1)] = UInt8(random.integer(in: 0x80...0xff))
        compareAll(bytes)
      }
    }
  }

  /// Runs of backslashes of every length at every place around the end of a block.
  @Test func backslashes() {
    for start in 50...66 {
      for length in 0...20 {
        let before = [0x22] + [UInt8](repeating: 0x61, count: start - 1)
        let run = [UInt8](repeating: 0x5c, count: length)
        compareAll(before + run + Array("\",1".utf8))
        compareAll(before + run + Array("u0041\"".utf8))
      }
    }
  }

  private func compareAll(_ bytes: [UInt8]) {
    let expected = Indexed(bytes, kernel: .portable, window: 8192)
    for kernel in BlockKernel.available {
      for window in Self.windows {
        expectSame(Indexed(bytes, kernel: kernel, window: window), expected, bytes)
      }
    }
  }

  private func expectSame(_ found: Indexed, _ expected: Indexed, _ bytes: [UInt8]) {
    if found.hasSameOffsets(as: expected) { return }
    Issue.record("\(found)\n\(expected)\n\(visible(bytes.prefix(2000)))")
  }
}

/// Everything that an indexer reports about a text.
struct Indexed: CustomStringConvertible {
  let name: String
  private(set) var offsets: [Int] = []
  private(set) var invalidUTF8: Int?

  init(_ bytes: [UInt8], kernel: BlockKernel, window: Int) {
    name = "\(kernel) in windows of \(window)"
    var offsets: [Int] = []
    // Invariant: the bytes live during the call, and the offsets of a window until the next one.
    invalidUTF8 = bytes.withCheckedBytes { text in
      var indexer = BlockIndexer(text, from: 0, kernel: kernel, window: window)
      while true {
        let found = indexer.next()
        if found.count == 0 { return indexer.invalidUTF8 }
        for i in 0..<found.count { offsets.append(found.start + Int(found.offsets[i])) }
      }
    }
    self.offsets = offsets
  }

  /// Whether the text ends at the same place for both, and has the same offsets up to there. If the end
  /// of a block cuts the ill-formed sequence, a kernel may have written offsets in it before it saw the
  /// rest.
  func hasSameOffsets(as other: Indexed) -> Bool {
    guard invalidUTF8 == other.invalidUTF8 else { return false }
    let end = invalidUTF8 ?? .max
    return offsets.prefix { $0 < end } == other.offsets.prefix { $0 < end }
  }

  var description: String {
    "\(name): \(offsets.suffix(40)), invalid at \(invalidUTF8.map(String.init) ?? "none")"
  }
}
