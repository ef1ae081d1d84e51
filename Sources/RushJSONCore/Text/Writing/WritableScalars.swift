// Scalars as values, members and elements. Each takes one call that is not inlined.

extension JSONWriter {
  @inline(__always)
  mutating func member<T: JSONScalar & JSONWritable>(
    plain name: JSONName, _ value: T
  ) throws(JSONWritingError) {
    try beginMember(name)
    if _fastPath(isPlain),
      unsafe withView(of: value, { T.write($0, to: &output) })
    {
      return
    }
    expected = .value
    try value.write(to: &self)
  }

  /// Writes an array.
  @inline(__always)
  fileprivate mutating func array<T: JSONScalar & JSONWritable>(
    _ values: borrowing [T]
  ) throws(JSONWritingError) {
    var count = 0
    if _fastPath(isPlain && !isFlattening && output.depth < maximumDepth) {
      try beginValue()
      count = put(values)
      if count == values.count {
        endValue()
        return try check()
      }
      // An element without a text. Only the separator before it is written.
      noteContainer(isObject: false)
      expected = .value
    } else {
      try beginArray()
    }
    for value in values[count...] { try value.write(to: &self) }
    try endArray()
  }

  /// Writes arrays of numbers, which the caller knows as `Row`.
  @usableFromInline
  mutating func rowsOfDoubles<Row>(_ rows: [Row]) throws(JSONWritingError) {
    try withArray(of: [Double].self, rows) { rows throws(JSONWritingError) in
      try self.rows(rows)
    }
  }

  @inline(never)
  private mutating func rows(_ rows: borrowing [[Double]]) throws(JSONWritingError) {
    try beginArray()
    try unsafe rows.withUnsafeBufferPointer { (rows) throws(JSONWritingError) in
      guard let first = unsafe CheckedView(rows) else { return }
      var index = 0
      if _fastPath(isPlain && !isFlattening && output.depth < maximumDepth) {
        while index < rows.count,
          (first + index).borrowValue({ putRow($0, isFirst: index == 0) })
        {
          index &+= 1
        }
        if index > 0 { expected = .element }
      }
      while index < rows.count {
        try (first + index).borrowValue { (row) throws(JSONWritingError) in try array(row) }
        index &+= 1
      }
    }
    try endArray()
  }

  /// Writes a row of numbers in an open array. Returns `false`, and writes nothing, if one of them has no text.
  @inline(__always)
  private mutating func putRow(_ row: borrowing [Double], isFirst: Bool) -> Bool {
    for index in row.indices where !row[index].isFinite { return false }
    output.separate(isFirst)
    _ = put(row)
    return true
  }

  /// Writes an array whole, or up to an element that has no text. Returns the number of elements written.
  @inline(__always)
  private mutating func put<T: JSONScalar>(_ values: borrowing [T]) -> Int {
    // Invariant: the elements are not used after the call.
    unsafe values.withUnsafeBufferPointer { values in
      guard let first = unsafe CheckedView(values) else {
        output.empty(isObject: false)
        return 0
      }
      output.open(isObject: false)
      for index in values.indices {
        output.separate(index == 0)
        if !T.write(first + index, to: &output) { return index }
      }
      output.close(isObject: false)
      return values.count
    }
  }
}

// MARK: - The types

extension String: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.string(self)
  }

  public static func _writeMember(_ name: JSONName, _ value: String, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    try withArray(of: String.self, values) { array throws(JSONWritingError) in
      try write(array: array, to: &writer)
    }
  }

  @inline(never)
  private static func write(
    array values: borrowing [String], to writer: inout JSONWriter
  ) throws(JSONWritingError) { try writer.array(values) }
}

extension Bool: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.bool(self) }

  public static func _writeMember(_ name: JSONName, _ value: Bool, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension Double: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.double(self)
  }

  public static func _writeMember(_ name: JSONName, _ value: Double, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    try withArray(of: Double.self, values) { array throws(JSONWritingError) in
      try write(array: array, to: &writer)
    }
  }

  @inline(never)
  private static func write(
    array values: borrowing [Double], to writer: inout JSONWriter
  ) throws(JSONWritingError) { try writer.array(values) }
}

extension Float: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.float(self) }

  public static func _writeMember(_ name: JSONName, _ value: Float, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    try withArray(of: Float.self, values) { array throws(JSONWritingError) in
      try write(array: array, to: &writer)
    }
  }

  @inline(never)
  private static func write(
    array values: borrowing [Float], to writer: inout JSONWriter
  ) throws(JSONWritingError) { try writer.array(values) }
}

extension Int: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    try withArray(of: Int.self, values) { array throws(JSONWritingError) in
      try write(array: array, to: &writer)
    }
  }

  @inline(never)
  private static func write(
    array values: borrowing [Int], to writer: inout JSONWriter
  ) throws(JSONWritingError) { try writer.array(values) }
}

// MARK: - Integers

extension JSONWritable where Self: FixedWidthInteger {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  /// Writes the integer in decimal.
  /// - Throws: The writer's error, if it expects no value here.
  /// - Complexity: O(*n*) in the digits.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(self)
  }

  @inlinable
  public static func _writeMember(_ name: JSONName, _ value: Self, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    if bitWidth > 64 {
      try writer.name(name)
      try writer.integer(value)
    } else if isSigned {
      try writer.member(name, signed: Int64(truncatingIfNeeded: value))
    } else {
      try writer.member(name, unsigned: UInt64(truncatingIfNeeded: value))
    }
  }

  @inlinable
  public static func _writeArray<Element: JSONWritable>(
    _ elements: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    let values = sameType(elements, as: [Self].self)
    if bitWidth > 64 {
      try writer.beginArray()
      for value in values { try writer.integer(value) }
      try writer.endArray()
    } else if isSigned {
      try writer.array(values.count, signed: { Int64(truncatingIfNeeded: values[$0]) })
    } else {
      try writer.array(values.count, unsigned: { UInt64(truncatingIfNeeded: values[$0]) })
    }
  }
}

extension JSONWriter {
  @usableFromInline
  mutating func member(_ name: JSONName, signed value: Int64) throws(JSONWritingError) {
    try member(plain: name, value)
  }

  @usableFromInline
  mutating func member(_ name: JSONName, unsigned value: UInt64) throws(JSONWritingError) {
    try member(plain: name, value)
  }

  @usableFromInline
  mutating func array(_ count: Int, signed value: (Int) -> Int64) throws(JSONWritingError) {
    try array(count, value)
  }

  @usableFromInline
  mutating func array(_ count: Int, unsigned value: (Int) -> UInt64) throws(JSONWritingError) {
    try array(count, value)
  }

  @inline(__always)
  private mutating func array<T: JSONScalar & JSONWritable>(
    _ count: Int, _ value: (Int) -> T
  ) throws(JSONWritingError) {
    guard _fastPath(isPlain && !isFlattening && output.depth < maximumDepth), count > 0 else {
      try beginArray()
      for index in 0..<count { try value(index).write(to: &self) }
      return try endArray()
    }
    try beginValue()
    output.open(isObject: false)
    for index in 0..<count {
      output.separate(index == 0)
      // An integer has a text.
      unsafe withView(of: value(index)) { _ = T.write($0, to: &output) }
    }
    output.close(isObject: false)
    endValue()
    try check()
  }
}

extension Int8: JSONWritable {}
extension Int16: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONWritable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONWritable {}
