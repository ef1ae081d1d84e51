/// The bytes of a growing string. Bytes are only added, so a reader with an earlier count can still read that many.
@safe
final class PartialText: ManagedBuffer<Int, UInt8> {
  /// A buffer for `capacity` bytes, which its header states.
  fileprivate static func make(capacity: Int) -> PartialText {
    let text = PartialText.make(capacity: capacity) { _ in capacity }
    // Invariant: `make` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(text, to: PartialText.self)
  }

  /// The first byte.
  /// Invariant: the caller keeps the object alive, and the memory lives as long as the object.
  fileprivate var bytes: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(withUnsafeMutablePointerToElements { unsafe $0 })
  }

  /// A string of some of the bytes, which must be whole characters.
  /// - Complexity: O(*n*) in the bytes, which are copied.
  func string(_ range: Range<Int>) -> String {
    assert(range.lowerBound >= 0 && range.upperBound <= header)
    // Invariant: the range lies within the bytes that were added, which are UTF-8.
    return unsafe String(validated: bytes + range.lowerBound, count: range.count)
  }
}

/// The whole characters of an incomplete string.
struct PartialString {
  private(set) var text = PartialText.make(capacity: 48)
  private(set) var count = 0
  /// The number of bytes of the token that were read, including its quotation mark.
  private var done = 1
  /// The last string that was made, and its number of bytes.
  private var made = ""
  private var madeCount = 0

  /// Reads the new bytes of `token`. Returns `false` at an error, which the tokenizer finds, too.
  /// - Complexity: O(*n*) in the new bytes.
  mutating func update(_ token: UnsafeRawBufferPointer, leniencies: JSONReadingOptions.Leniencies)
    -> Bool
  {
    // A cut character is not read yet.
    let token = unsafe UnsafeRawBufferPointer(
      rebasing: token[..<(token.count &- openTail(of: token))])
    while done < token.count {
      var end = done
      while end < token.count, unsafe token[end] != .backslash,
        unsafe token[end] >= .space || leniencies.acceptsControl(token[end])
      {
        end &+= 1
      }
      if end > done {
        let plain = unsafe UnsafeRawBufferPointer(rebasing: token[done..<end])
        if unsafe validateUTF8(plain, from: 0, to: plain.count).isInvalid { return false }
        unsafe append(plain)
        done = end
      }
      if end == token.count { break }
      if unsafe token[end] != .backslash { return false }
      switch unsafe Escape.read(token, at: end, leniencies: leniencies) {
      case .scalar(let scalar, let length):
        append(scalar.utf8)
        done &+= length
      case .lineBreak:
        append("\r\n".utf8)
        done &+= 3
      case .nothing(let length): done &+= length
      case .invalid: return false
      case .unfinished: return true
      }
    }
    return true
  }

  /// The same string; bytes added to it do not change this one.
  func copy() -> PartialString {
    var copy = self
    copy.move(to: text.header)
    return copy
  }

  /// The text as a string.
  /// - Complexity: O(*n*) in the bytes since the last call. If the caller has kept the last string,
  ///   O(*n*) in all bytes.
  mutating func string() -> String {
    assert(madeCount <= count && count <= text.header)
    made += text.string(madeCount..<count)
    madeCount = count
    return made
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    makeRoom(bytes.count)
    assert(count &+ bytes.count <= text.header)
    // Invariant: no reader accesses the room yet.
    unsafe UnsafeMutableRawBufferPointer(start: text.bytes + count, count: bytes.count)
      .copyMemory(from: bytes)
    count &+= bytes.count
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    makeRoom(bytes.count)
    for byte in bytes {
      assert(count < text.header)
      // Invariant: no reader accesses the room yet.
      unsafe text.bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
      count &+= 1
    }
  }

  private mutating func makeRoom(_ more: Int) {
    if count &+ more <= text.header { return }
    move(to: max(2 &* text.header, count &+ more))
  }

  private mutating func move(to capacity: Int) {
    assert(count >= 0 && count <= capacity && count <= text.header)
    let moved = PartialText.make(capacity: capacity)
    unsafe moved.bytes.copyMemory(from: text.bytes, byteCount: count)
    text = moved
  }
}
