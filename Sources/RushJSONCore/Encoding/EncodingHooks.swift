// Types that are encoded otherwise than by their `encode(to:)`, found by their identity.

/// A way to encode a type.
///
/// The value is handed over by its address: code that is generic over the type would have to look up
/// the metadata of anything that is generic over it, a hook too, at every call.
@safe
package final class EncodingHook: FiledByType, @unchecked Sendable {
  package let type: ObjectIdentifier
  /// Writes the text of a value, or returns `false` if it has none; then what it wrote is taken back.
  private let direct: (@Sendable (UnsafeRawPointer, UnsafeMutablePointer<TextOutput>) -> Bool)?
  private let general: @Sendable (UnsafeRawPointer, ValueEncoder) throws -> Void
  /// How many arrays or objects are one in the other in what is written directly.
  let depth: Int

  /// A hook that uses an encoder.
  package init<T>(_ type: T.Type, _ encode: @escaping @Sendable (T, ValueEncoder) throws -> Void) {
    self.type = ObjectIdentifier(type)
    depth = 0
    unsafe direct = nil
    unsafe general = { value, encoder in
      // Invariant: a value of the type under which the hook is filed lies there.
      try encode(unsafe value.assumingMemoryBound(to: T.self).pointee, encoder)
    }
  }

  /// A hook for values that are a string or a number as text, if they have one: `direct` gives it, or
  /// `nil`. Then they are encoded by `encode`.
  package init<T>(
    number type: T.Type, _ direct: @escaping @Sendable (T) -> Double,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    self.type = ObjectIdentifier(type)
    depth = 0
    unsafe self.direct = { value, output in
      // Invariant: as above.
      let number = unsafe direct(value.assumingMemoryBound(to: T.self).pointee)
      guard number.isFinite else { return false }
      unsafe output.pointee.double(number)
      return true
    }
    unsafe general = { value, encoder in
      try encode(unsafe value.assumingMemoryBound(to: T.self).pointee, encoder)
    }
  }

  /// A hook for values that are a string, or if `text` gives `nil`, encoded by `encode`.
  package init<T>(
    string type: T.Type, _ text: @escaping @Sendable (T) -> String?,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    self.type = ObjectIdentifier(type)
    depth = 0
    unsafe direct = { value, output in
      // Invariant: as above.
      guard let text = unsafe text(value.assumingMemoryBound(to: T.self).pointee) else {
        return false
      }
      unsafe output.pointee.string(text)
      return true
    }
    unsafe general = { value, encoder in
      try encode(unsafe value.assumingMemoryBound(to: T.self).pointee, encoder)
    }
  }

  /// A hook for values that are written by `direct`, or else encode themselves.
  init<T: Encodable & SendableMetatype>(
    _ type: T.Type, depth: Int, isDictionary: Bool = false,
    direct: @escaping @Sendable (UnsafePointer<T>, UnsafeMutablePointer<TextOutput>) -> Bool
  ) {
    self.type = ObjectIdentifier(type)
    self.depth = depth
    unsafe self.direct = { value, output in
      // Invariant: as above.
      unsafe direct(value.assumingMemoryBound(to: T.self), output)
    }
    unsafe general = { value, encoder in
      let value = unsafe value.assumingMemoryBound(to: T.self)
      guard isDictionary else { return try unsafe value.pointee.encode(to: encoder) }
      try encoder.asDictionary { try unsafe value.pointee.encode(to: encoder) }
    }
  }

  @inline(__always)
  var isDirect: Bool { unsafe direct != nil }

  /// Writes the value's text, if it has one; else what was written has to be taken back.
  @inline(__always)
  func write<T>(_ value: UnsafePointer<T>, _ output: UnsafeMutablePointer<TextOutput>) -> Bool {
    // Invariant: the hook is filed under `T`.
    unsafe direct.unsafelyUnwrapped(UnsafeRawPointer(value), output)
  }

  func encode<T>(_ value: T, to encoder: ValueEncoder) throws {
    // Invariant: as above.
    try unsafe withUnsafePointer(to: value) { try unsafe general(UnsafeRawPointer($0), encoder) }
  }
}

/// From types to the ways to encode them.
package typealias EncodingHooks = TypeTable<EncodingHook>

extension TextScalar {
  /// The hooks for a scalar, and for arrays and dictionaries of it.
  @inline(__always)
  fileprivate static var hooks: [EncodingHook] {
    unsafe [
      EncodingHook(Self.self, depth: 0) { unsafe write($0, to: $1) },
      unsafe EncodingHook([Self].self, depth: 1) { unsafe elements($0.pointee, to: $1) },
      unsafe EncodingHook([String: Self].self, depth: 1, isDictionary: true) {
        unsafe members($0.pointee, to: $1)
      },
    ]
  }

  @inline(__always)
  fileprivate static func elements(
    _ values: [Self], to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    if values.isEmpty {
      unsafe output.pointee.empty(isObject: false)
      return true
    }
    unsafe output.pointee.open(isObject: false)
    let isWritten = unsafe values.withUnsafeBufferPointer { values in
      var isFirst = true
      for index in values.indices {
        unsafe output.pointee.separate(isFirst)
        isFirst = false
        // Invariant: the index is one of the array's.
        if unsafe !write(values.baseAddress.unsafelyUnwrapped + index, to: output) { return false }
      }
      return true
    }
    unsafe output.pointee.close(isObject: false)
    return isWritten
  }

  @inline(__always)
  private static func members(
    _ values: [String: Self], to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    if values.isEmpty {
      unsafe output.pointee.empty(isObject: true)
      return true
    }
    unsafe output.pointee.open(isObject: true)
    var isFirst = true
    for (name, value) in values {
      unsafe output.pointee.separate(isFirst)
      isFirst = false
      unsafe output.pointee.string(name)
      unsafe output.pointee.colon()
      let isWritten = unsafe withUnsafePointer(to: value) { unsafe write($0, to: output) }
      if !isWritten { return false }
    }
    unsafe output.pointee.close(isObject: true)
    return true
  }

  /// Arrays in an array.
  @inline(__always)
  fileprivate static func rows(
    _ rows: [[Self]], to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    if rows.isEmpty {
      unsafe output.pointee.empty(isObject: false)
      return true
    }
    unsafe output.pointee.open(isObject: false)
    var isFirst = true
    for row in rows {
      unsafe output.pointee.separate(isFirst)
      isFirst = false
      if unsafe !elements(row, to: output) { return false }
    }
    unsafe output.pointee.close(isObject: false)
    return true
  }

  @inline(__always)
  fileprivate static func planes(
    _ planes: [[[Self]]], to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    if planes.isEmpty {
      unsafe output.pointee.empty(isObject: false)
      return true
    }
    unsafe output.pointee.open(isObject: false)
    var isFirst = true
    for plane in planes {
      unsafe output.pointee.separate(isFirst)
      isFirst = false
      if unsafe !rows(plane, to: output) { return false }
    }
    unsafe output.pointee.close(isObject: false)
    return true
  }
}

extension EncodingHook {
  /// The hooks of the core.
  static var standardHooks: [EncodingHook] {
    let integers =
      Int.hooks + Int8.hooks + Int16.hooks + Int32.hooks + Int64.hooks + UInt.hooks + UInt8.hooks
      + UInt16.hooks + UInt32.hooks + UInt64.hooks + Int128.hooks + UInt128.hooks
    let arrays = unsafe [
      EncodingHook([[Int]].self, depth: 2) { unsafe Int.rows($0.pointee, to: $1) },
      unsafe EncodingHook([[String]].self, depth: 2) { unsafe String.rows($0.pointee, to: $1) },
      unsafe EncodingHook([[Double]].self, depth: 2) { unsafe Double.rows($0.pointee, to: $1) },
      unsafe EncodingHook([[Float]].self, depth: 2) { unsafe Float.rows($0.pointee, to: $1) },
      unsafe EncodingHook([[[Double]]].self, depth: 3) { unsafe Double.planes($0.pointee, to: $1) },
    ]
    let trees = [
      EncodingHook(RawJSON.self) { try $1.encodeRawJSON($0) },
      EncodingHook(JSONNumber.self) { try $1.encodeRawJSON(.number($0)) },
    ]
    return Bool.hooks + String.hooks + Double.hooks + Float.hooks + integers + arrays + trees
  }
}
