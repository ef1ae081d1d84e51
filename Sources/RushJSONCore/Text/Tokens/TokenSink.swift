internal import _RushJSONShims

/// Receives the tokens of a text and builds something from them: a tape, a tree, or nothing.
///
/// The tokenizer is specialised for each sink, and its hooks are inlined into the grammar's loop, so a
/// sink is a copyable struct of plain words. It receives only tokens that the grammar allows. All
/// positions are byte offsets from the start of the text.
protocol TokenSink {
  /// Whether the tokenizer pauses in a piece when the sink is full. The owner then uses the sink's contents
  /// while they are in the first-level cache.
  static var pauses: Bool { get }
  /// Whether the tokenizer should pause before the next window.
  var isFull: Bool { get }
  /// Prepares for at most `tokens` tokens before the next call of this method. A sink that makes
  /// room here need not check again. Returns `false` if the text has too many values for the sink.
  mutating func reserve(tokens: Int) -> Bool
  mutating func beginObject(at offset: Int)
  mutating func beginArray(at offset: Int)
  /// The end of the innermost container; its bracket is at `offset`. Returns whether the container
  /// around it is an object. Without one, the result is ignored.
  mutating func endContainer(at offset: Int) -> Bool
  /// A member's name: `length` bytes at `start`, without the quotes.
  mutating func name(at start: Int, length: Int, hasEscapes: Bool)
  /// A string value: `length` bytes at `start`, without the quotes.
  mutating func string(at start: Int, length: Int, hasEscapes: Bool)
  /// An integer of at most 16 digits and no sign.
  mutating func integer(_ value: UInt64, at start: Int)
  /// A possible number: `length` bytes at `text`. Returns whether it is one that is scanned fast
  /// (``ScannedNumber/fast(_:length:kernel:)``). If not, the tokenizer scans it in full and calls
  /// `number` if it is one.
  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool
  /// Whether the sink may read runs of numbers (`numbers`).
  var readsRuns: Bool { get }
  /// Reads elements of an array while they are numbers and commas follow them, and returns how many there are.
  /// `tokens` are their offsets from `window`, which is `start` bytes into the text. Sixteen bytes before each offset
  /// after the first can be read.
  mutating func numbers(
    _ tokens: CheckedView<UInt32>, end: CheckedView<UInt32>, in window: CheckedView<UInt8>,
    at start: Int
  ) -> Int
  /// A number, scanned but not converted.
  mutating func number(_ number: ScannedNumber, at start: Int)
  mutating func bool(_ value: Bool, at offset: Int)
  mutating func null(at offset: Int)
  /// Another text begins (`FastPass`).
  mutating func beginText()
}

extension TokenSink {
  static var pauses: Bool { false }
  var isFull: Bool { false }
  @inline(__always) mutating func beginText() {}

  @inline(__always) var readsRuns: Bool { false }
  @inline(__always)
  mutating func numbers(
    _ tokens: CheckedView<UInt32>, end: CheckedView<UInt32>, in window: CheckedView<UInt8>,
    at start: Int
  ) -> Int { 0 }
}

/// Keeps only what the grammar needs: the kinds of the open containers.
struct ValidatingSink: TokenSink {
  // One bit per level, the innermost lowest. Full words go to `outer`.
  private var bits: UInt64 = 0
  private var level = 0
  private var outer: [UInt64] = []
  private let kernel: BlockKernel

  init(_ kernel: BlockKernel) { self.kernel = kernel }

  @inline(__always)
  private mutating func begin(_ bit: UInt64) {
    if level & 63 == 63 { outer.append(bits) }
    bits = bits &<< 1 | bit
    level &+= 1
  }

  @inline(__always) mutating func reserve(tokens: Int) -> Bool { true }
  @inline(__always) mutating func beginObject(at offset: Int) { begin(1) }
  @inline(__always) mutating func beginArray(at offset: Int) { begin(0) }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    level &-= 1
    if level & 63 == 63, let full = outer.popLast() { bits = full } else { bits &>>= 1 }
    return bits & 1 != 0
  }

  @inline(__always) mutating func name(at start: Int, length: Int, hasEscapes: Bool) {}
  @inline(__always) mutating func string(at start: Int, length: Int, hasEscapes: Bool) {}
  @inline(__always) mutating func integer(_ value: UInt64, at start: Int) {}
  @inline(__always)
  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool {
    ScannedNumber.isFast(text, length: length, kernel: kernel)
  }

  @inline(__always) var readsRuns: Bool { kernel.readsNumbers }

  @inline(__always)
  mutating func numbers(
    _ tokens: CheckedView<UInt32>, end: CheckedView<UInt32>, in window: CheckedView<UInt8>,
    at start: Int
  ) -> Int {
    unsafe rush_run_length(
      kernel.raw, window.address, tokens.elements(end - tokens), end.address)
  }
  @inline(__always) mutating func number(_ number: ScannedNumber, at start: Int) {}
  @inline(__always) mutating func bool(_ value: Bool, at offset: Int) {}
  @inline(__always) mutating func null(at offset: Int) {}
}
