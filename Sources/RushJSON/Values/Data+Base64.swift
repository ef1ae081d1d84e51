internal import RushJSONCore
internal import _RushJSONFoundation

extension Data {
  /// Creates the bytes of a text in Base64, or returns `nil` for a text that is not padded to groups of four digits. Of
  /// these, Foundation reads some, too.
  init?(base64 text: Span<UInt8>) {
    guard let data = unsafe text.withUnsafeBytes({ unsafe Data.decoded(CheckedBytes($0)) }) else {
      return nil
    }
    self = data
  }

  /// The room on the stack.
  private static var stackRoom: Int { 512 }

  private static func decoded(_ text: CheckedBytes) -> Data? {
    guard let digits = Base64.digits(of: text) else { return nil }
    let count = Base64.byteCount(ofDigits: digits.count)
    let room = count + Base64.slack
    if room <= stackRoom {
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackRoom) { bytes in
        guard let start = unsafe CheckedPointer(bytes), Base64.decode(digits, to: start) else {
          return nil
        }
        return unsafe Data(bytes: bytes.baseAddress.unsafelyUnwrapped, count: count)
      }
    }
    // The memory becomes that of the data, without a copy.
    guard let bytes = unsafe malloc(room) else { return nil }
    let start = unsafe CheckedPointer(bytes.assumingMemoryBound(to: UInt8.self), room: room)
    guard Base64.decode(digits, to: start) else {
      unsafe free(bytes)
      return nil
    }
    return unsafe Data(bytesNoCopy: bytes, count: count, deallocator: .free)
  }
}
