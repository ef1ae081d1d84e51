import RushJSONCore

#if !ONE_MODULE
  import CorpusGenerator
#endif

/// The choices of one run of a property. They come from bytes, which libFuzzer or a finding gives, or
/// from a seed.
///
/// With bytes, the first ones make choices and a property reads the rest as text. Bytes that are missing
/// are zero, and zero is the plainest choice, so a text with two or three zeros before it is read as
/// usual. With a seed, a generator chooses, and makes texts of the kind that the property asks for. The
/// `record` then holds the bytes that make the same choices, so a failure can be made smaller and kept.
struct FuzzInput {
  private var bytes: ArraySlice<UInt8>
  /// How many of the bytes were taken.
  var takenCount: Int { bytes.startIndex }
  private var generator: TextGenerator?
  /// The bytes that the seed has chosen so far.
  private(set) var record: [UInt8] = []
  /// What the bytes of a guided run choose by their hash; `nil` in all other runs.
  private var sample: UInt64?

  /// With `isGuided`, each input takes some of the slow checks only (see `takes(oneIn:)`).
  init(_ bytes: [UInt8], isGuided: Bool = false) {
    self.bytes = bytes[...]
    if isGuided {
      sample = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
  }

  init(seed: UInt64) {
    bytes = []
    generator = TextGenerator(seed: seed)
  }

  // MARK: - Choices

  mutating func byte() -> UInt8 { chosen { $0.byte() } }

  /// Eight choices that are seldom made, one for each bit.
  mutating func flags() -> UInt8 { chosen { $0.flags() } }

  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
    return word
  }

  /// One of the integers in `range`. Takes as few bytes as the range needs.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    let last = range.upperBound - range.lowerBound
    if last < 256 { return range.lowerBound + Int(byte()) % (last + 1) }
    let large = last < 1 << 16 ? UInt64(byte()) << 8 | UInt64(byte()) : word()
    return range.lowerBound + Int(large % UInt64(last + 1))
  }

  /// `true` with the probability `numerator` / `denominator`.
  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    integer(in: 0...(denominator - 1)) >= denominator - numerator
  }

  /// One of the elements of `choices`, which is not empty; the first is the plainest.
  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[integer(in: 0...(choices.count - 1))]
  }

  private mutating func chosen(_ choose: (inout TextGenerator) -> UInt8) -> UInt8 {
    guard var generator else { return bytes.popFirst() ?? 0 }
    let byte = choose(&generator)
    self.generator = generator
    record.append(byte)
    return byte
  }

  // MARK: - Samples

  /// Whether this input takes a slow check. All do, except in guided runs: libFuzzer makes millions of
  /// inputs in the time of one long run of the properties, so there one in `count` inputs does.
  mutating func takes(oneIn count: UInt64) -> Bool {
    guard let number = nextSample() else { return true }
    return number % count == 0
  }

  /// `choices`, or in a guided run one of them.
  mutating func sampled<Choice>(_ choices: [Choice]) -> ArraySlice<Choice> {
    guard !choices.isEmpty, let number = nextSample() else { return choices[...] }
    let index = Int(number % UInt64(choices.count))
    return choices[index...index]
  }

  private mutating func nextSample() -> UInt64? {
    guard let sample else { return nil }
    self.sample = sample &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return sample >> 33
  }

  // MARK: - Texts

  /// What is left, in memory of exactly that size, so that the address sanitizer sees each byte that is
  /// read beyond it.
  mutating func rest(_ kind: TextGenerator.Kind = .json) -> [UInt8] {
    guard var generator else {
      defer { bytes = bytes[bytes.endIndex...] }
      return Array(bytes)
    }
    let text = generator.text(kind)
    // Nothing is left, as after the last of the bytes.
    self.generator = nil
    record += text
    return text
  }

  /// What is left up to a line feed.
  mutating func line(_ kind: TextGenerator.Kind) -> [UInt8] {
    guard var generator else {
      let line = Array(bytes.prefix { $0 != 0x0a })
      bytes = bytes.dropFirst(line.count + 1)
      return line
    }
    let line = generator.text(kind).filter { $0 != 0x0a }
    self.generator = generator
    record += line + [0x0a]
    return line
  }

  /// What is left, split at line feeds.
  mutating func lines(_ kind: TextGenerator.Kind) -> [[UInt8]] {
    rest(kind).split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
  }

  // MARK: - Options

  /// Options of a reader: leniencies, with the bit for JSON5 as Foundation reads it, the policy for duplicate
  /// names, and limits. Takes three bytes, and one for each limit.
  mutating func readingOptions() -> JSONReadingOptions {
    let leniencies = UInt16(flags()) | UInt16(flags()) << 8
    var options = JSONReadingOptions(
      leniencies: JSONReadingOptions.Leniencies(rawValue: leniencies & 0x8fff))
    let choices = flags()
    switch choices & 3 {
    case 1: options.duplicateNames = .keepFirst
    case 2: options.duplicateNames = .refuse
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
