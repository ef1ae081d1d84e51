// Scalars as values, members and elements, each by one call out of line.

/// A scalar of Swift that has a method of `JSONWriter`.
protocol PlainScalar: JSONWritable {
  /// Writes the value to an output that takes plain members. Returns `false` if it has no text.
  static func put(_ value: Self, to output: inout TextOutput) -> Bool
}

extension JSONWriter {
  @inline(__always)
  mutating func member<T: PlainScalar>(plain name: JSONName, _ value: T) throws(JSONWritingError) {
    try beginMember(name)
    if _fastPath(isPlain), T.put(value, to: &output) { return }
    expected = .value
    try value.write(to: &self)
  }

  @inline(__always)
  mutating func array<T: PlainScalar>(plain values: [T]) throws(JSONWritingError) {
    if _fastPath(isPlain && !isFlattening && output.depth < maximumDepth) {
      try beginValue()
      let count = put(values)
      if count == values.count {
        endValue()
        return try check()
      }
      // An element without a text: only what precedes it is written.
      noteContainer(isObject: false)
      expected = .value
      for value in values[count...] { try value.write(to: &self) }
    } else {
      try beginArray()
      for value in values { try value.write(to: &self) }
    }
    try endArray()
  }

  /// Writes an array whole, or up to an element that has no text. Returns the number of elements written.
  @inline(__always)
  private mutating func put<T: PlainScalar>(_ values: [T]) -> Int {
    // Invariant: the elements are not used after the call.
    unsafe values.withUnsafeBufferPointer { values in
      if values.isEmpty {
        output.empty(isObject: false)
        return 0
      }
      output.open(isObject: false)
      for index in values.indices {
        output.separate(index == 0)
        if unsafe !T.put(values[index], to: &output) { return index }
      }
      output.close(isObject: false)
      return values.count
    }
  }
}
