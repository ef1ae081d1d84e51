/// What comes in a stream is not JSON: what is wrong, and where in the whole stream.
public struct JSONStreamError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: JSONSyntaxError.Kind { syntaxError.kind }
  /// Where, as a byte offset from the start of the stream.
  public var offset: Int { syntaxError.offset }
  /// Both together.
  public let syntaxError: JSONSyntaxError
  /// Where, in lines and columns.
  public let location: JSONSourceLocation
  /// The path of the value that the place is in, or stands after.
  public let pointer: JSONPointer
}

extension JSONStreamError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    var text = "\(syntaxError) (\(location))"
    if !pointer.isEmpty { text += " in \(pointer.shortened(to: 200))" }
    return text
  }
}
