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
    try beginArray()
    if _fastPath(isPlain) {
      var isFirst = true
      for value in values {
        output.separate(isFirst)
        if !T.put(value, to: &output) {
          expected = .value
          try value.write(to: &self)
        }
        isFirst = false
      }
      if !isFirst { expected = .element }
    } else {
      for value in values { try value.write(to: &self) }
    }
    try endArray()
  }
}
