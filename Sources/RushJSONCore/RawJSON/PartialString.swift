/// The beginning of a string whose end has not come yet, as far as it stands for whole characters.
struct PartialString {
  private(set) var text = ""
  /// Bytes of the token that have been looked at, its quotation mark included.
  private var done = 1

  /// Goes on with a token of which more bytes have come. Returns `false` if there is something in it
  /// that no string has; the grammar knows what.
  ///
  /// - Complexity: O(*n*) in the new bytes, unless a snapshot still has the string: then in all.
  mutating func update(_ token: UnsafeRawBufferPointer, leniencies: JSONLeniencies) -> Bool {
    while done < token.count {
      var end = done
      // Invariant: end < count where a byte is read.
      while end < token.count, unsafe token[end] != 0x5c {
        if unsafe token[end] < 0x20 { return false }
        end &+= 1
      }
      if end == token.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: token[done...])
        end &-= unsafe incompleteTail(rest)
      }
      if end > done {
        let plain = unsafe UnsafeRawBufferPointer(rebasing: token[done..<end])
        if unsafe validateUTF8(plain, from: 0, to: plain.count).isInvalid { return false }
        text += unsafe String(decoding: plain, as: UTF8.self)
        done = end
      }
      if end == token.count { break }
      if unsafe token[end] != 0x5c { break }
      switch unsafe Escape.read(token, at: end, leniencies: leniencies) {
      case .scalar(let scalar, let length):
        text.unicodeScalars.append(scalar)
        done &+= length
      case .lineBreak:
        text += "\r\n"
        done &+= 3
      case .invalid: return false
      case .unfinished: return true
      }
    }
    return true
  }

  /// How many bytes at the end belong to a UTF-8 sequence that is not complete.
  private func incompleteTail(_ bytes: UnsafeRawBufferPointer) -> Int {
    for back in 1...3 where back <= bytes.count {
      // Invariant: 1 ≤ back ≤ count.
      let byte = unsafe bytes[bytes.count &- back]
      if byte & 0xc0 == 0x80 { continue }
      let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }
}
