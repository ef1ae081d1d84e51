/// The bytes of a string that grows: only ever added after those that are there, so that all who know
/// how many they are may go on reading them.
@safe
final class PartialText: ManagedBuffer<Int, UInt8> {
  /// A buffer for at least `capacity` bytes; its header says for how many.
  fileprivate static func make(capacity: Int) -> PartialText {
    let text = PartialText.create(minimumCapacity: capacity) { _ in capacity }
    // Invariant: `create` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(text, to: PartialText.self)
  }

  /// The first byte.
  ///
  /// Invariant: the memory lives as long as the object, and who asks holds on to that.
  fileprivate var bytes: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(withUnsafeMutablePointerToElements { unsafe $0 })
  }

  /// A string of some of the bytes, which are whole characters.
  ///
  /// - Complexity: O(*n*): they are copied.
  func string(_ range: Range<Int>) -> String {
    // Invariant: so many bytes were put there, and are UTF-8.
    unsafe String(validated: bytes + range.lowerBound, count: range.count)
  }
}

/// The beginning of a string whose end has not come yet, as far as it stands for whole characters.
struct PartialString {
  private(set) var text = PartialText.make(capacity: 48)
  /// Bytes of the text.
  private(set) var count = 0
  /// Bytes of the token that have been looked at, its quotation mark included.
  private var done = 1
  /// What was asked for as a string, and how much of the text that is.
  private var made = ""
  private var madeCount = 0

  /// Goes on with a token of which more bytes have come. Returns `false` if there is something in it
  /// that no string has; the grammar knows what.
  ///
  /// - Complexity: O(*n*) in the new bytes.
  mutating func update(_ token: UnsafeRawBufferPointer, leniencies: JSONLeniencies) -> Bool {
    // What is cut stands for nothing yet, wherever it is.
    let token = unsafe UnsafeRawBufferPointer(
      rebasing: token[..<(token.count &- incompleteTail(of: token))])
    while done < token.count {
      var end = done
      // Invariant: end < count where a byte is read.
      while end < token.count, unsafe token[end] != .backslash, unsafe token[end] >= 0x20 {
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
      case .invalid: return false
      case .unfinished: return true
      }
    }
    return true
  }

  /// The text as a string.
  ///
  /// - Complexity: O(*n*) in what came since it was asked for the last time, unless somebody still has
  ///   that string: then in all.
  mutating func string() -> String {
    made += text.string(madeCount..<count)
    madeCount = count
    return made
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    makeRoom(bytes.count)
    // Invariant: there is room, in bytes that nobody looks at yet.
    unsafe UnsafeMutableRawBufferPointer(start: text.bytes + count, count: bytes.count)
      .copyMemory(from: bytes)
    count &+= bytes.count
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    makeRoom(bytes.count)
    for byte in bytes {
      // Invariant: as above.
      unsafe text.bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
      count &+= 1
    }
  }

  private mutating func makeRoom(_ more: Int) {
    if count &+ more <= text.header { return }
    let larger = PartialText.make(capacity: max(2 &* text.header, count &+ more))
    // Invariant: `count` bytes are there, for which the larger one has room.
    unsafe larger.bytes.copyMemory(from: text.bytes, byteCount: count)
    text = larger
  }
}
