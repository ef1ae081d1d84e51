import RushJSONCore

/// The elements of a stream that are read together.
///
/// A batch begins and ends between two elements, and the event reader then skips it.
struct ElementBatches: ~Copyable {
  var batch: RecordBatch
  /// The options of the elements.
  var options: JSONReadingOptions
  /// A batch pays if its elements have at most so many bytes on average.
  private let averageLength: Int
  private(set) var isInBatch = false
  /// The number of elements of the batch that were found.
  private var count = 0
  /// The number of bytes before the token after the element that was found before.
  private var passedBefore = 0
  /// How many elements to read alone before the next batch, and after the next batch that does not pay.
  private var wait = (count: 0, next: 1)

  init(hasCommas: Bool, options: JSONReadingOptions, averageLength: Int = .max) {
    batch = RecordBatch(hasCommas: hasCommas)
    self.options = options
    self.averageLength = averageLength
  }

  /// Forgets the batch, and keeps its memory.
  mutating func restart() {
    isInBatch = false
    wait = (0, 1)
  }

  /// Moves to the next element of the batch. Returns `false` at the end of the batch, and before an element that the caller
  /// must read alone.
  @inline(__always)
  mutating func find(maximumLength: Int = .max) -> Bool {
    let passed = batch.passed
    if !batch.findElement(maximumLength: maximumLength, options) { return false }
    passedBefore = passed
    count &+= 1
    return true
  }

  /// Begins a batch after the last token that was taken from `reader`: `[`, or the last one of an element.
  /// - Parameters:
  ///   - index: The index of the next element, if the reader may have read its tokens already.
  ///   - depth: The number of containers that are open around it.
  @inline(never)
  mutating func begin(
    _ reader: inout JSONEventReader, before index: Int = 0, in depth: Int = 0
  ) -> Bool {
    if wait.count > 0 {
      wait.count &-= 1
      return false
    }
    if index > 0 { reader.returnTokens(after: index, in: depth) }
    guard let bytes = reader.leaveForBatch() else { return false }
    isInBatch = true
    count = 0
    if !batch.indexElements(bytes, isAfterValue: reader.isAfterValue) { leave(&reader) }
    return isInBatch
  }

  /// Skips the elements that were found, so that the next one is read alone, or begins another batch.
  /// - Parameter takesBack: Whether the element that was found last is the next one.
  mutating func leave(_ reader: inout JSONEventReader, takesBack: Bool = false) {
    if !isInBatch { return }
    isInBatch = false
    var passed = batch.passed
    if takesBack {
      assert(count > 0)
      count &-= 1
      passed = passedBefore
    }
    if count > 0 { reader.skipBatch(count, byteCount: passed) }
    // For one element, a batch costs more than it saves (10 % of the time of documents of 11 KB).
    let pays = count > 1 && passed / count <= averageLength
    wait = pays ? (0, 1) : (wait.next, min(2 &* wait.next, 64))
  }
}
