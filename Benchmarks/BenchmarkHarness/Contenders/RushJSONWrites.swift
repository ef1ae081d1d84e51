import RushJSON

/// The operations of the library that the checks and the task `numbers` use.
enum RushJSONWrites {
  /// The number in the layout of `description`.
  static func swiftText(of value: Double) -> String {
    unsafe text { unsafe NumberText.write(value, layout: .swift, to: $0) }
  }

  /// The number in the layout of `description`.
  static func swiftText(of value: Float) -> String {
    unsafe text { unsafe NumberText.write(value, layout: .swift, to: $0) }
  }

  /// The numbers as an array, in Foundation's layout.
  static func array(_ numbers: [Double]) -> [UInt8] {
    unsafe array(numbers) { unsafe NumberText.write($0, layout: .foundation, to: $1) }
  }

  /// The numbers as an array, in Foundation's layout.
  static func array(_ numbers: [Float]) -> [UInt8] {
    unsafe array(numbers) { unsafe NumberText.write($0, layout: .foundation, to: $1) }
  }

  /// The numbers in the layout of `description`, each followed by a comma.
  static func list(_ numbers: [Double]) -> [UInt8] {
    unsafe list(numbers, before: 0) { unsafe NumberText.write($0, layout: .swift, to: $1) }
  }

  private static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
    // Invariant: `write` requires this capacity, and returns how many bytes it wrote.
    unsafe String(unsafeUninitializedCapacity: NumberText.maximumLength) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe write(start)
    }
  }

  @inline(__always)
  private static func array<Number>(
    _ numbers: [Number], _ write: (Number, UnsafeMutablePointer<UInt8>) -> Int
  ) -> [UInt8] {
    var text = unsafe list(numbers, before: 1, write)
    text[0] = UInt8(ascii: "[")
    // Overwrites the last comma.
    if !numbers.isEmpty { text.removeLast() }
    text.append(UInt8(ascii: "]"))
    return text
  }

  /// - Parameter before: The number of bytes to leave free before the first number.
  @inline(__always)
  private static func list<Number>(
    _ numbers: [Number], before: Int, _ write: (Number, UnsafeMutablePointer<UInt8>) -> Int
  ) -> [UInt8] {
    // Invariant: each number gets the room that `write` requires.
    let room = numbers.count * (NumberText.maximumLength + 1) + before
    return unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      unsafe (start).initialize(repeating: 0, count: before)
      var end = before
      for number in numbers {
        end += unsafe write(number, start + end)
        unsafe start[end] = UInt8(ascii: ",")
        end += 1
      }
      count = end
    }
  }
}
