/// The offsets of a text's tokens: from the block kernels, or from the lenient indexer if the options
/// require it.
@safe
struct OffsetIndexer: ~Copyable {
  private var blocks: BlockIndexer
  private var lenient: LenientIndexer?

  init(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions, kernel: BlockKernel, window: Int
  ) {
    let start = unsafe ByteOrderMark.begins(text) ? ByteOrderMark.length : 0
    if !LenientIndexer.isNeeded(for: options.leniencies) {
      unsafe blocks = BlockIndexer(text, from: start, kernel: kernel, window: window)
    } else {
      unsafe blocks = BlockIndexer(text, from: text.count, kernel: kernel, window: 0)
      lenient = unsafe LenientIndexer(
        text, from: start, leniencies: options.leniencies, window: window)
    }
  }

  /// Continues with another piece of the text, which begins between two tokens.
  mutating func load(
    _ piece: UnsafeRawBufferPointer, isFirst: Bool, isPadded: Bool, countsLines: Bool,
    options: JSONReadingOptions
  ) {
    let start = unsafe isFirst && ByteOrderMark.begins(piece) ? ByteOrderMark.length : 0
    if !LenientIndexer.isNeeded(for: options.leniencies) {
      unsafe blocks.load(piece, from: start, isPadded: isPadded, countsLines: countsLines)
    } else {
      lenient = unsafe LenientIndexer(
        piece, from: start, leniencies: options.leniencies, window: BlockIndexer.defaultWindow)
    }
  }

  /// What is known of the lines of the bytes that have been indexed, if they were counted.
  var countedLines: (bytes: Int, lineFeeds: Int, areASCII: Bool)? { blocks.countedLines }

  var openComment: Int? {
    switch lenient {
    case .none: nil
    case .some(let indexer): indexer.openComment
    }
  }

  /// The error at which the indexer stopped before the end of the text, if there is one.
  var problem: SyntaxFault? {
    if let offset = blocks.invalidUTF8 { return SyntaxFault(.invalidUTF8, at: offset) }
    return lenientProblem
  }

  private var lenientProblem: SyntaxFault? {
    switch lenient {
    case .none: nil
    case .some(let indexer): indexer.problem
    }
  }

  /// An address for a cursor without offsets.
  var empty: UnsafePointer<UInt32> { unsafe blocks.empty }
  mutating func next() -> OffsetWindow { lenient?.next() ?? blocks.next() }
}
