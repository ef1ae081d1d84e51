import RushJSONCore

/// Texts from the writers, with a check that they stay inside the room that they require.
enum WrittenText {
  static func of(_ value: Double, _ layout: JSONNumber.Layout) -> String {
    text(room: NumberText.maximumLength) {
      NumberText.write(value, layout: layout, to: $0)
    }
  }

  static func of(_ value: Float, _ layout: JSONNumber.Layout) -> String {
    text(room: NumberText.maximumLength) {
      NumberText.write(value, layout: layout, to: $0)
    }
  }

  /// By the overload for all types.
  static func of(_ value: some FixedWidthInteger) -> String {
    text(room: NumberText.maximumLength) { NumberText.write(value, to: $0) }
  }

  /// By the overload for this type.
  static func of64(_ value: UInt64) -> String {
    text(room: NumberText.maximumLength) { NumberText.write(value, to: $0) }
  }

  /// By the overload for this type.
  static func of64(_ value: Int64) -> String {
    text(room: NumberText.maximumLength) { NumberText.write(value, to: $0) }
  }

  static func of(_ number: JSONNumber, _ layout: JSONNumber.Layout = .foundation) -> String {
    text(room: number.textCapacity) { number.write(layout: layout, to: $0) }
  }

  private static func text(room: Int, _ write: (CheckedPointer<UInt8>) -> Int) -> String {
    // No byte of a text has this value, so it remains wherever nothing was stored.
    let untouched: UInt8 = 0xaa
    let margin = 32
    var bytes = [UInt8](repeating: untouched, count: room + margin)
    // Invariant: the writer gets the room that it requires. The margin shows whether it used more.
    let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { write(unsafe CheckedPointer($0, room: room)) } ?? 0
    }
    guard count <= room else { return "\(count) bytes in a room for \(room)" }
    guard bytes[room...].allSatisfy({ $0 == untouched }) else {
      return "stored beyond the room for \(room) bytes"
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
