// The scalars of Codable as text, and arrays and dictionaries of them.

/// A type whose values are a string, a number, `true` or `false`.
package protocol TextScalar: Encodable, SendableMetatype {
  /// The text of the session.
  typealias Output = UnsafeMutablePointer<TextOutput>

  /// Writes the value at an address. Returns `false`, and writes nothing, if it has no text.
  static func write(_ value: UnsafePointer<Self>, to output: Output) -> Bool

  /// Whether JSON can represent the value.
  static func isFinite(_ value: Self) -> Bool

  /// A type with the same text, whose code containers share: `Int` or `UInt` for a narrow integer.
  associatedtype Wide: TextScalar = Self
  var wide: Wide { get }
}

extension TextScalar where Wide == Self {
  @inline(__always)
  package var wide: Self { self }
}

extension TextScalar {
  @inline(__always)
  package static func isFinite(_ value: Self) -> Bool { true }
}

extension Bool: TextScalar {
  @inline(__always)
  package static func write(_ value: UnsafePointer<Bool>, to output: Output) -> Bool {
    unsafe output.pointee.bool(value.pointee)
    return true
  }
}

extension String: TextScalar {
  @inline(__always)
  package static func write(_ value: UnsafePointer<String>, to output: Output) -> Bool {
    // Invariant: the owner of the address keeps the string alive.
    unsafe output.pointee.string(at: value)
    return true
  }
}

// MARK: - Numbers

package protocol TextFloat: TextScalar, BinaryFloatingPoint {}

extension TextFloat {
  @inline(__always)
  package static func isFinite(_ value: Self) -> Bool { value.isFinite }

  @inline(__always)
  package static func write(_ value: UnsafePointer<Self>, to output: Output) -> Bool {
    let value = unsafe value.pointee
    guard unsafe output.pointee.hasText(Double(value)) else { return false }
    if Self.self == Float.self {
      unsafe output.pointee.float(Float(value))
    } else {
      unsafe output.pointee.double(Double(value))
    }
    return true
  }
}

extension Double: TextFloat {}
extension Float: TextFloat {}

package protocol TextInteger: TextScalar, FixedWidthInteger {}

extension TextInteger {
  @inline(__always)
  package static func write(_ value: UnsafePointer<Self>, to output: Output) -> Bool {
    let value = unsafe value.pointee
    if Self.bitWidth > 64 {
      unsafe output.pointee.wide(value)
    } else if Self.isSigned {
      unsafe output.pointee.integer(Int64(truncatingIfNeeded: value))
    } else {
      unsafe output.pointee.integer(UInt64(truncatingIfNeeded: value))
    }
    return true
  }
}

extension Int: TextInteger {}
extension Int8: TextInteger {
  @inline(__always)
  package var wide: Int { Int(self) }
}
extension Int16: TextInteger {
  @inline(__always)
  package var wide: Int { Int(self) }
}
extension Int32: TextInteger {
  @inline(__always)
  package var wide: Int { Int(self) }
}
extension Int64: TextInteger {}
extension UInt: TextInteger {}
extension UInt8: TextInteger {
  @inline(__always)
  package var wide: UInt { UInt(self) }
}
extension UInt16: TextInteger {
  @inline(__always)
  package var wide: UInt { UInt(self) }
}
extension UInt32: TextInteger {
  @inline(__always)
  package var wide: UInt { UInt(self) }
}
extension UInt64: TextInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TextInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TextInteger {}

extension TextOutput {
  /// Writes an integer of more than 64 bits.
  fileprivate mutating func wide(_ value: some FixedWidthInteger) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: there is room for the longest number.
    unsafe buffer.advance(by: NumberText.write(value, to: buffer.position))
  }
}

// MARK: - Arrays and dictionaries

extension TextScalar {
  @inline(__always)
  static func write(array values: [Self], to output: Output) -> Bool {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe writeList(values.indices, to: output) { index in
        // Invariant: the index is one of the array's.
        unsafe write(values.baseAddress.unsafelyUnwrapped + index, to: output)
      }
    }
  }

  // Invariant of rows: nothing writes to them, they are only passed as if something might. So a row is
  // not counted: its two locked instructions made arrays of pairs of numbers take an eighth longer.

  @inline(__always)
  static func write(rows: [[Self]], to output: Output) -> Bool {
    unsafe rows.withUnsafeBufferPointer { rows in
      let start = unsafe UnsafeMutablePointer(mutating: rows.baseAddress)
      return unsafe writeList(rows.indices, to: output) { index in
        unsafe write(row: &start.unsafelyUnwrapped[index], to: output)
      }
    }
  }

  @inline(never)
  private static func write(row: inout [Self], to output: Output) -> Bool {
    unsafe write(array: row, to: output)
  }

  @inline(__always)
  static func write(planes: [[[Self]]], to output: Output) -> Bool {
    unsafe writeList(planes, to: output) { unsafe write(rows: $0, to: output) }
  }

  @inline(__always)
  static func write(dictionary values: [String: Self], to output: Output) -> Bool {
    unsafe writeList(values, isObject: true, to: output) { name, value in
      unsafe output.pointee.string(name)
      unsafe output.pointee.colon()
      return unsafe withUnsafePointer(to: value) { unsafe write($0, to: output) }
    }
  }

  /// Writes an array or object, each item with `writeItem`, until that returns `false`.
  @inline(__always)
  private static func writeList<Items: Collection>(
    _ items: Items, isObject: Bool = false, to output: Output,
    _ writeItem: (Items.Element) -> Bool
  ) -> Bool {
    if items.isEmpty {
      unsafe output.pointee.empty(isObject: isObject)
      return true
    }
    unsafe output.pointee.open(isObject: isObject)
    var isFirst = true
    for item in items {
      unsafe output.pointee.separate(isFirst)
      isFirst = false
      if !writeItem(item) { return false }
    }
    unsafe output.pointee.close(isObject: isObject)
    return true
  }
}
