/// Small documents in three arrays, which move to another thread together.
///
///     records │ of the first │ of the second │ …
///     text    │ of the first │ of the second │ …
///     ends    │ where both end, the line │ …
///
/// Memory of separate documents would be freed on another thread than it was allocated on. With lines of 67 bytes,
/// that took five times as long as reading them on one core.
package struct PackedDocuments: @unchecked Sendable {
  private var records: [TapeRecord] = []
  private var text: [UInt8] = []
  private var ends: [(record: Int, text: Int, line: Int)] = []
  package private(set) var options: JSONReadingOptions

  package init(options: JSONReadingOptions) { self.options = options }

  /// Removes all, and keeps the memory.
  package mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Makes room for documents.
  /// - Parameter textLength: The approximate number of bytes of the texts, so that the arrays grow rarely.
  package mutating func prepare(_ options: JSONReadingOptions, textLength: Int) {
    self.options = options
    let expected = min(textLength, 4 << 20)
    records.reserveCapacity(expected / 4)
    text.reserveCapacity(expected)
  }

  package var count: Int { ends.count }

  /// Adds a copy of a document.
  package mutating func add(_ document: JSONDocument, line: Int) {
    withExtendedLifetime(document) { add(document.storage.taped, line: line) }
  }

  /// Adds a copy of a text and its tape.
  /// - Parameter line: The one-based line where the text begins, counted from the first document.
  package mutating func add(_ document: TapedText, line: Int) {
    assert(document.recordCount > DocumentStorage.rootIndex)
    // Invariant: the caller keeps the memory during the call.
    unsafe records.append(contentsOf: document.records.buffer(document.recordCount))
    text.append(contentsOf: document.text)
    ends.append((records.count, text.count, line))
  }
}

/// Makes documents of packed ones, in the memory of the last one if it has no other reference.
package struct PackedReader {
  /// The documents that are read.
  package var documents = PackedDocuments(options: .strict)
  /// The lines before those documents. `nil` if they are unknown.
  package var linesBefore: Int?
  private var spare = DocumentStorage.Spare()

  package init() {}

  /// A copy of the document at `index`.
  package mutating func document(_ index: Int) -> JSONDocument {
    documents.copy(index, linesBefore: linesBefore, reusing: &spare)
  }
}

extension PackedDocuments {
  @inline(__always)
  fileprivate func copy(
    _ index: Int, linesBefore: Int?, reusing spare: inout DocumentStorage.Spare
  ) -> JSONDocument {
    let start = index == 0 ? (record: 0, text: 0, line: 0) : ends[index - 1]
    let end = ends[index]
    assert(start.record < end.record && end.record <= records.count)
    assert(start.text <= end.text && end.text <= text.count)
    // Invariant: the bytes are copied in the closures.
    return unsafe records.withUnsafeBufferPointer { records in
      text.withCheckedBytes { text in
        let taped = unsafe TapedText(
          text: CheckedBytes(rebasing: text[start.text..<end.text]),
          records: CheckedView(records).unsafelyUnwrapped + start.record,
          recordCount: end.record - start.record)
        let storage = DocumentStorage.copying(taped, options: options, reusing: &spare)
        storage.line = linesBefore.map { $0 &+ end.line } ?? 1
        return JSONDocument(storage)
      }
    }
  }
}
