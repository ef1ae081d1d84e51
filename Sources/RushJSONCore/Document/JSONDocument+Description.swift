// Documents and their values as text for people: the beginning of their compact JSON.

extension JSONDocument: CustomStringConvertible {
  /// The document's value as compact JSON text, shortened like that of a ``Value``.
  public var description: String { root.description }
}

extension JSONDocument.Value: CustomStringConvertible {
  /// The value as compact JSON text. A text of more than 1,000 bytes is cut there, and ends with "…".
  ///
  /// Escapes stay as they were written. NaN and the infinities are strings. `jsonString()` gives the whole text.
  /// - Complexity: O(1): whatever the length of the value, only its beginning is read.
  public var description: String {
    var options = JSONWritingOptions.compact
    options.nonFiniteNumbers = .strings(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    var output = TextOutput(OutputBuffer(), options: options)
    output.write(beginningOf: self)
    // Invariant: the buffer keeps the bytes during the call.
    return unsafe TextOutput.description(
      of: output.buffer.bytes.assumingMemoryBound(to: UInt8.self).span)
  }
}

#if !hasFeature(Embedded)
  extension JSONDocument: CustomReflectable {
    /// No children: `dump` prints the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  extension JSONDocument.Value: CustomReflectable {
    /// No children: `dump` prints the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif

extension TextOutput {
  /// The length in bytes beyond which a description is cut.
  private static var longestDescription: Int { 1000 }

  /// A text for people, which is cut if it is too long.
  static func description(of text: Span<UInt8>) -> String {
    var end = min(text.count, longestDescription)
    // Not in the middle of a scalar.
    while end < text.count, text[end] & 0xc0 == 0x80 { end &-= 1 }
    let beginning = unsafe text.extracting(..<end).withUnsafeBytes {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    return end < text.count ? beginning + "…" : beginning
  }

  /// Writes a value, or at least so much of it that the text is too long for a description.
  fileprivate mutating func write(beginningOf value: JSONDocument.Value) {
    let storage = value.storage
    var open: [(end: Int, isObject: Bool)] = []
    var at = value.index
    var isFirst = true
    repeat {
      if let container = open.last {
        separate(isFirst)
        if container.isObject {
          write(beginningOfScalar: JSONDocument.Value(storage, at))
          colon()
          at &+= 1
        }
      }
      let record = storage.record(at)
      isFirst = record.isContainer && record.count > 0
      if isFirst {
        self.open(isObject: record.kind == .object)
        open.append((at &+ record.distance, record.kind == .object))
      } else if record.isContainer {
        empty(isObject: record.kind == .object)
      } else {
        write(beginningOfScalar: JSONDocument.Value(storage, at))
      }
      at &+= 1
      while let container = open.last, container.end == at {
        close(isObject: container.isObject)
        open.removeLast()
      }
    } while !open.isEmpty && buffer.count <= Self.longestDescription
  }

  /// Writes a scalar or a name. A long string is written up to where the description ends, as it is in the text.
  private mutating func write(beginningOfScalar value: JSONDocument.Value) {
    guard value.record.isString, value.record.length > Self.longestDescription else {
      return write(scalar: value)
    }
    let bytes = unsafe value.storage.rawBytes(value.record).prefix(Self.longestDescription &+ 1)
    buffer.reserve(1)
    buffer.put(UInt8.quote)
    unsafe buffer.append(UnsafeRawBufferPointer(rebasing: bytes))
  }
}
