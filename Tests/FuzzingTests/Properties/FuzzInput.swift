import RushJSONCore

/// The bytes of one run. The first ones make choices; a target reads the rest as text.
///
/// Bytes that are missing are zero, and zero is the plainest choice, so a text with two or three zeros
/// before it is read as usual.
struct FuzzInput {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
    return word
  }

  /// What is left, in memory of exactly that size, so that the address sanitizer sees each byte that is
  /// read beyond it.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// What is left, split at line feeds.
  mutating func lines() -> [[UInt8]] {
    rest().split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Options of a reader: leniencies, the policy for duplicate names, and limits. Takes three bytes, and
  /// one for each limit.
  mutating func readingOptions() -> JSONReadingOptions {
    let leniencies = UInt16(byte()) | UInt16(byte()) << 8
    var options = JSONReadingOptions(leniencies: JSONLeniencies(rawValue: leniencies & 1023))
    let choices = byte()
    switch choices & 3 {
    case 1: options.duplicateNames = .firstWins
    case 2: options.duplicateNames = .refused
    default: break
    }
    if choices & 4 != 0 { options.maximumDepth = Int(byte()) }
    if choices & 8 != 0 { options.maximumLength = Int(byte()) }
    if choices & 16 != 0 { options.maximumStringLength = Int(byte()) }
    if choices & 32 != 0 { options.maximumNumberLength = Int(byte()) }
    return options
  }

  /// The sizes of up to 15 chunks. Zero is a chunk without bytes.
  mutating func cuts() -> [Int] { (0..<choice(16)).map { _ in Int(byte()) } }
}

/// A text cut into chunks; the sizes are used again and again, the first chunk last.
func chunks(of text: [UInt8], _ cuts: [Int]) -> [[UInt8]] {
  var chunks: [[UInt8]] = []
  var at = 0
  var index = 0
  while at < text.count {
    var size = cuts.isEmpty ? text.count : cuts[index % cuts.count]
    // Sizes that are all zero would never reach the end.
    if size == 0, index >= cuts.count { size = 1 }
    let end = min(at + size, text.count)
    chunks.append(Array(text[at..<end]))
    at = end
    index += 1
  }
  return chunks
}

/// A property that does not hold.
struct PropertyFailure: Error, CustomStringConvertible {
  let property: String
  let detail: String

  var description: String { "property does not hold: \(property)\n\(detail)" }
}

/// Throws unless `condition` is true.
func check(
  _ property: String, _ condition: Bool, _ detail: @autoclosure () -> String = ""
) throws(PropertyFailure) {
  if !condition { throw PropertyFailure(property: property, detail: detail()) }
}

/// Throws unless two ways to the same thing give the same.
func checkEqual<T: Equatable>(
  _ property: String, _ found: T, _ expected: T
) throws(PropertyFailure) {
  if found != expected {
    throw PropertyFailure(property: property, detail: "found    \(found)\nexpected \(expected)")
  }
}
