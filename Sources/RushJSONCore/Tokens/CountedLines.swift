/// What is known of the lines of the first bytes of a text. They have no carriage return.
struct CountedLines {
  /// The number of those bytes.
  var bytes = 0
  var lineFeeds = 0
  var areASCII = true

  /// Adds what is known of the bytes that follow.
  mutating func append(_ more: CountedLines) {
    bytes &+= more.bytes
    lineFeeds &+= more.lineFeeds
    areASCII = areASCII && more.areASCII
  }
}
