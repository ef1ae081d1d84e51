// The string at the end of a text that is still arriving.

/// The whole characters of an incomplete string.
struct PartialString {
  private(set) var text = ""
  /// The number of bytes of the token that were read, including its quotation mark.
  private var done = 1

  /// Reads the new bytes of `token`. Returns `false` at an error, which the tokenizer finds, too.
  /// - Complexity: O(*n*) in the new bytes.
  mutating func update(_ token: CheckedBytes, leniencies: JSONReadingOptions.Leniencies)
    -> Bool
  {
    // A cut character is not read yet.
    let token = CheckedBytes(
      rebasing: token[..<(token.count &- openTail(of: token))])
    while done < token.count {
      var end = done
      while end < token.count, token[end] != .backslash,
        token[end] >= .space || leniencies.acceptsControl(token[end])
      {
        end &+= 1
      }
      if end > done {
        let plain = CheckedBytes(rebasing: token[done..<end])
        if validateUTF8(plain, from: 0, to: plain.count).isInvalid { return false }
        text += String(validated: plain)
        done = end
      }
      if end == token.count { break }
      if token[end] != .backslash { return false }
      switch Escape.read(token, at: end, leniencies: leniencies) {
      case .scalar(let scalar, let length):
        text.unicodeScalars.append(scalar)
        done &+= length
      case .lineBreak:
        text += "\r\n"
        done &+= 3
      case .nothing(let length): done &+= length
      case .invalid: return false
      case .unfinished: return true
      }
    }
    return true
  }
}
