/// The values and names of a text in their order, for modules that make values of their own.
///
/// Valid during the call that gives the decoder, as the text and the tape are.
package struct TapeSteps {
  /// A value. After an array or object, its elements or members follow.
  package enum Step {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    /// The nearest `Double`, which is infinite if the number is out of range.
    case double(Double)
    case string(String)
    case array(count: Int)
    case object(count: Int)
  }

  private let tape: DecodingTape
  private var index: UInt32

  fileprivate init(_ tape: DecodingTape, at index: UInt32) {
    self.tape = tape
    self.index = index
  }

  /// The next value.
  package mutating func next() -> Step {
    let record = tape.record(index)
    assert(!record.isName)
    index &+= 1
    switch record.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer: return .integer(Int64(bitPattern: record.payload))
    case .unsigned: return .unsigned(record.payload)
    case .double: return .double(Double(bitPattern: record.payload))
    case .array: return .array(count: record.count)
    case .object: return .object(count: record.count)
    case .string, .escapedString, .name, .escapedName: return .string(tape.string(record))
    }
  }

  /// The next member's name; its value follows.
  package mutating func name() -> String {
    let record = tape.record(index)
    assert(record.isName)
    index &+= 1
    return tape.string(record)
  }

  /// Whether the last value, a number, has more than `count` bytes before an `e`. An `E` counts as a
  /// digit, because it does for Foundation.
  package func isNumberLonger(than count: Int) -> Bool {
    let start = tape.record(index &- 1).offset
    let end = start &+ count &+ 1
    guard end <= tape.textCount else { return false }
    assert(tape.record(index &- 1).valueKind == .number)
    for at in start..<end {
      switch tape.text[at] {
      case .digit0 ... .digit9, .minus, .plus, .decimalPoint, UInt8(ascii: "E"): continue
      default: return false
      }
    }
    return true
  }

  /// The last value, a number: its digits and its text.
  package func number() -> (scan: ScannedNumber, text: String) {
    let start = tape.record(index &- 1).offset
    assert(tape.record(index &- 1).valueKind == .number && start < tape.textCount)
    // Invariant: the tokenizer has accepted a number at this offset of the text.
    let rest = unsafe CheckedBytes(
      start: tape.text.checked(tape.textCount &- start, at: start), count: tape.textCount &- start)
    let extensions = tape.withStorage { $0.options.leniencies.numberExtensions }
    guard case .success(let scan) = ScannedNumber.full(rest, allowing: extensions) else {
      return (ScannedNumber(), "0")
    }
    assert(scan.length > 0 && scan.length <= tape.textCount &- start)
    let text = CheckedBytes(rebasing: rest[..<scan.length])
    return (scan, String(decoding: text, as: UTF8.self))
  }
}

extension ValueDecoder {
  /// The values of the text, from this one on.
  package var steps: TapeSteps { TapeSteps(session.tape, at: place.index) }
}
