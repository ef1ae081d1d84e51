extension JSONDocument {
  /// A value of a document: a view that costs nothing to make, and keeps the document alive.
  public struct Value: Sendable {
    let storage: DocumentStorage
    /// The index of its record.
    let index: Int

    init(_ storage: DocumentStorage, _ index: Int) {
      self.storage = storage
      self.index = index
    }

    var record: TapeRecord { storage.record(index) }
  }
}

extension JSONDocument.Value {
  /// The kind of the value.
  public var kind: JSONKind { record.valueKind }

  /// Whether the value is `null`.
  public var isNull: Bool { record.kind == .null }

  /// The byte offset of the value from the start of the text.
  public var offset: Int {
    // A string's record has the offset after the quote.
    record.valueKind == .string ? record.offset &- 1 : record.offset
  }

  /// The number of elements or members; 0 if the value is neither an array nor an object.
  /// - Complexity: O(1).
  public var count: Int { record.isContainer ? record.count : 0 }

  /// The path of the value.
  /// - Complexity: O(*d* · *m*), *d* being the depth of the value and *m* the most siblings before
  ///   it or one of its ancestors.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var at = DocumentStorage.rootIndex
    // Descends from the root into the child whose records include this one.
    while at != index {
      let container = storage.record(at)
      var child = at &+ 1
      var position = 0
      while true {
        let isMember = container.kind == .object
        let value = isMember ? child &+ 1 : child
        let end = value &+ storage.record(value).distance
        if index < end {
          tokens.append(isMember ? storage.string(storage.record(child)) : String(position))
          at = value
          break
        }
        child = end
        position &+= 1
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// An error about this value. It keeps the document alive, and computes the path on request.
  func error(_ kind: JSONValueError.Kind) -> JSONValueError {
    JSONValueError(kind, place: DocumentPlace(self))
  }

  func wrongKind(_ expected: JSONKind) -> JSONValueError {
    error(.wrongKind(expected: expected, found: kind))
  }
}

private final class DocumentPlace: JSONValuePlace {
  private let value: JSONDocument.Value

  init(_ value: JSONDocument.Value) { self.value = value }
  var pointer: JSONPointer { value.pointer }
  var offset: Int? { value.offset }

  func withText(_ body: (Span<UInt8>) -> Void) {
    // Invariant: the storage keeps the text alive, and the bytes do not leave the closure.
    unsafe body(value.storage.text.assumingMemoryBound(to: UInt8.self).span)
  }
}
