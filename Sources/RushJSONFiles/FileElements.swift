import RushJSONCore
import RushJSONStreams

// Elements of a file, read on all cores.
//
//   the scan  ─→ parts of the container ─→ workers and the loop, a part each ─→ results, in order
//             └→ the rest: from the last part to the end of the file, by the thread of the scan
//
// The scan skips elements at the speed of memory, and checks them. So every part has whole elements without a fault. The
// rest is read as a stream: the end of the container, an error, or an element beyond the limit.

/// Some elements of a container.
struct ElementPart: Sendable {
  /// Where the part begins, in the container.
  let place: ElementPlace
  let slices: [ArraySlice<UInt8>]
  /// The offset of the next byte of the file after the slices, if it belongs to the part. That has all other elements then,
  /// and the rest of the text.
  let rest: Int?
}

/// The elements of one part after the other, or of a whole file.
final class FileElements: BlockReader, @unchecked Sendable {
  private let elements: ElementPump
  private let file: OpenFile
  private let options: JSONElementsFile
  /// The length of a regular file when it was opened, or `nil`.
  private let length: Int?
  private var slices: ArraySlice<ArraySlice<UInt8>> = []
  /// The offset of the next byte to read, if the file is read to its end.
  private var position: Int?
  private var before = 0
  private var indexes: [Int?] = []

  init(_ file: OpenFile, length: Int?, _ options: JSONElementsFile, _ pump: RecordPump? = nil) {
    elements = pump as? ElementPump ?? options.pump()
    self.file = file
    self.length = length
    self.options = options
    super.init(elements)
  }

  override var isEndless: Bool { position != nil }
  override var indexLevel: Int? {
    // After the container, no path leads into it.
    guard elements.openLevels == indexes.count else { return nil }
    return indexes.last.flatMap { $0 == nil ? nil : indexes.count - 1 }
  }

  override var recordsPassed: Int {
    guard let last = indexes.last, let shift = last else { return before }
    return before + elements.elementCount + shift
  }

  override func begin(_ part: BlockPart, after records: Int) {
    before = records
    switch part {
    case .range(let range):
      position = range.lowerBound
      isAtEnd = range.isEmpty
    case .elements(let part):
      elements.begin(at: part.place)
      slices = part.slices[...]
      position = part.rest
      indexes = part.place.indexes
      isAtEnd = false
    }
  }

  override func advance() throws(JSONStreamError) {
    if let slice = slices.popFirst() { return pump.feed(slice) }
    guard let position else {
      // A number ends before a byte that cannot continue it.
      pump.feed([.space])
      isAtEnd = true
      return
    }
    let bytes = try file.next(options.pieceSize, at: length == nil ? nil : position)
    self.position = position + bytes.count
    if !bytes.isEmpty { return pump.feed(bytes[...]) }
    if let length, position < length { try file.checkLength(length) }
    isAtEnd = true
    pump.finish()
  }

  override func placed(_ error: JSONStreamError) -> JSONStreamError {
    indexes.isEmpty ? error : error.moved(indexes: Array(indexes.prefix(elements.openLevels)))
  }
}

/// Finds parts of a container. One thread uses it.
final class ElementScan: @unchecked Sendable {
  private let file: OpenFile
  private let options: JSONElementsFile
  @exclusivity(unchecked)
  private var reader: JSONRecord.ElementReader
  /// The bytes from the start of the part on, and the offset of the first one.
  private var slices: [ArraySlice<UInt8>] = []
  private var start = 0
  private var heldCount = 0
  /// Where the next part begins, once the container was found.
  private var place: ElementPlace?
  private var position = 0

  init(_ file: OpenFile, _ options: JSONElementsFile) {
    self.file = file
    self.options = options
    unsafe reader = options.reader()
  }

  /// The next part. The last one has the rest of the file.
  func next() -> BlockPart {
    do throws(JSONStreamError) {
      if place == nil {
        while try unsafe !reader.findContainer() {
          if !(try feed()) { return .range(0..<Int.max) }
        }
        let first = unsafe reader.place(isFirst: true)
        if first.position.offset < start { return .range(0..<Int.max) }
        move(to: first)
      }
      var wanted = min(max(1, options.blockSize), 1 << 30)
      // An element of any length could be in one part.
      let most = wanted &+ options.pieceSize &+ max(0, min(options.maximumLength, 1 << 40))
      while heldCount <= most {
        switch try unsafe reader.pass(&wanted) {
        case .end: return rest()
        case .needsChunk: if !(try feed()) { return rest() }
        case .part:
          let next = unsafe reader.place(isFirst: false)
          guard let place else { return rest() }
          let count = next.position.offset - start
          assert(count > 0 && count <= heldCount)
          let part = ElementPart(place: place, slices: slices.first(count), rest: nil)
          move(to: next)
          return .elements(part)
        }
      }
    } catch {
      // The reader of the rest finds the error, after the elements before it.
    }
    return rest()
  }

  private func rest() -> BlockPart {
    guard let place else { return .range(0..<Int.max) }
    return .elements(ElementPart(place: place, slices: slices, rest: position))
  }

  /// Begins a part.
  private func move(to place: ElementPlace) {
    let count = place.position.offset - start
    slices = slices.dropping(count)
    heldCount -= count
    start += count
    self.place = place
  }

  private func feed() throws(JSONStreamError) -> Bool {
    let bytes = try file.next(options.pieceSize, at: position)
    if bytes.isEmpty { return false }
    position += bytes.count
    // Bytes before the container are in no part.
    if place == nil {
      slices.removeAll()
      (start, heldCount) = (position - bytes.count, 0)
    }
    slices.append(bytes[...])
    heldCount += bytes.count
    unsafe reader.feed(bytes[...])
    return true
  }
}

extension [ArraySlice<UInt8>] {
  /// The slices of the first `count` bytes.
  fileprivate func first(_ count: Int) -> [ArraySlice<UInt8>] {
    var rest = count
    return compactMap { slice in
      let part = slice.prefix(rest)
      rest -= part.count
      return part.isEmpty ? nil : part
    }
  }

  /// The slices without the first `count` bytes.
  fileprivate func dropping(_ count: Int) -> [ArraySlice<UInt8>] {
    var rest = count
    return compactMap { slice in
      let part = slice.dropFirst(rest)
      rest -= slice.count - part.count
      return part.isEmpty ? nil : part
    }
  }
}

extension OpenFile {
  /// The next bytes, at an offset if there is one. Empty at the end.
  fileprivate func next(_ size: Int, at offset: Int?) throws(JSONStreamError) -> [UInt8] {
    guard let offset else { return try read(size) }
    return try read(size, at: offset)
  }
}

extension JSONElementsFile {
  /// The most bytes of a piece.
  fileprivate var pieceSize: Int { min(max(1, blockSize), 256 << 10) }

  fileprivate func reader() -> JSONRecord.ElementReader {
    JSONRecord.ElementReader(at: pointer, options: options, maximumLength: maximumLength)
  }

  fileprivate func pump() -> ElementPump { ElementPump(reader(), policy: policy) }
}

extension JSONElementsFile: BlockFile {
  var range: Range<Int>? { nil }
  var countsLines: Bool { false }
  var isDivisible: Bool { JSONRecord.ElementReader.findsParts(options) }
  func makePump() -> RecordPump { pump() }
  func reader(_ file: OpenFile, length: Int?, _ pump: RecordPump?) -> BlockReader {
    FileElements(file, length: length, self, pump)
  }
  func scan(_ file: OpenFile, length: Int) -> ElementScan? { ElementScan(file, self) }
  func placed(_ error: JSONStreamError) -> JSONStreamError { error }
}
