import RushJSONCore
import RushJSONStreams

/// Patterns that are made of random steps select the same in documents, trees, texts and streams, and what RFC 9535
/// says.
enum PatternProperties {
  static func run(_ input: inout FuzzInput) throws {
    let options = input.readingOptions()
    let count = 1 + input.choice(4)
    let patterns = (0..<count).map { _ in pattern(&input) }
    let text = input.rest()
    for pattern in patterns { try checkDescription(pattern) }
    let projection = JSONProjection(patterns: patterns)
    guard let document = try? JSONDocument(parsing: text, options: options),
      let tree = try? RawJSON(parsing: text, options: options)
    else {
      try check(
        "a text that is refused", (try? projection.matches(in: text, options: options)) == nil)
      return
    }
    let expected = patterns.map { selected(by: $0.steps[...], in: tree, []) }
    let found = projection.matches(in: document.root)
    try checkEqual("document ≡ tree", found, projection.matches(in: tree))
    try checkEqual("document ≡ text", found, try projection.matches(in: text, options: options))
    for (position, places) in expected.enumerated() {
      let matches = found.filter { $0.position == position }
      try checkEqual(
        "\(patterns[position]) ≡ RFC 9535", matches.map { "\($0.pointer) \($0.value)" },
        places.map { "\($0.pointer) \($0.value)" })
    }
    if let pattern = patterns.first(where: isFromEnd) {
      do {
        _ = try projection.matches(inChunks: [text], options: options)
        throw PropertyFailure(property: "a stream refuses negative numbers", detail: "\(pattern)")
      } catch let error as JSONStreamError {
        try check("a stream refuses \(pattern)", "\(error)".contains("counts from the end"))
      }
      return
    }
    var reader = JSONProjection.Reader(projection, options: options)
    reader.feed(text)
    reader.finish()
    var streamed: [JSONProjection.Match] = []
    while let match = try reader.next() { streamed.append(match) }
    if !reader.hasDuplicates { try checkEqual("document ≡ stream", found, streamed) }
  }

  // MARK: - Random patterns

  private static func pattern(_ input: inout FuzzInput) -> JSONPattern {
    JSONPattern(steps: (0..<input.choice(5)).map { _ in step(&input) })
  }

  private static func step(_ input: inout FuzzInput) -> JSONPattern.Step {
    switch input.choice(8) {
    case 0, 1: .wildcard
    case 2: .name(input.element(of: names))
    case 3: .token(input.element(of: names + ["0", "1", "-", "-1", "00", "9223372036854775808"]))
    case 4, 5: .index(number(&input))
    default:
      .slice(start: number(&input), end: input.flag() ? number(&input) : nil, step: number(&input))
    }
  }

  private static let names = ["a", "b", "", "*", "\u{e9}", "e\u{301}", "~/", "'\\\""]

  private static func number(_ input: inout FuzzInput) -> Int {
    input.flag()
      ? input.integer(in: -4...4)
      : input.element(of: [0, 1, -1, .max, .min, .max - 1, .min + 1, 1 << 40, -1 << 40])
  }

  private static func isFromEnd(_ pattern: JSONPattern) -> Bool {
    pattern.steps.contains {
      switch $0 {
      case .index(let index): index < 0
      case .slice(_, _, 0): false
      case .slice(let start, let end, let step):
        start < 0 || step < 0 || end.map { $0 < 0 } ?? false
      default: false
      }
    }
  }

  /// The text of a pattern is one, and its text is the same.
  private static func checkDescription(_ pattern: JSONPattern) throws {
    let text = pattern.description
    try checkEqual("the text of a pattern", try JSONPattern(text).description, text)
  }

  // MARK: - RFC 9535, by hand

  private struct Place {
    var pointer: JSONPointer
    var value: RawJSON
  }

  private static func selected(
    by steps: ArraySlice<JSONPattern.Step>, in value: RawJSON, _ path: [String]
  ) -> [Place] {
    guard let step = steps.first else {
      return [Place(pointer: JSONPointer(tokens: path), value: value)]
    }
    var places: [Place] = []
    switch value {
    case .array(let array):
      for (index, element) in array.enumerated() where isSelected(index, of: array.count, by: step)
      {
        places += selected(by: steps.dropFirst(), in: element, path + ["\(index)"])
      }
    case .dictionary(let object):
      for member in object where isSelected(member.name, by: step) {
        places += selected(by: steps.dropFirst(), in: member.value, path + [member.name])
      }
    default: break
    }
    return places
  }

  private static func isSelected(_ name: String, by step: JSONPattern.Step) -> Bool {
    switch step {
    case .name(let wanted), .token(let wanted): wanted.utf8.elementsEqual(name.utf8)
    case .wildcard: true
    case .index, .slice: false
    }
  }

  /// RFC 9535 §2.3.3 and §2.3.4, in numbers that cannot overflow.
  private static func isSelected(_ index: Int, of count: Int, by step: JSONPattern.Step) -> Bool {
    func normalized(_ number: Int) -> Int128 { Int128(number) + (number < 0 ? Int128(count) : 0) }
    switch step {
    case .name: return false
    case .wildcard: return true
    case .token(let token): return token == "\(index)"
    case .index(let wanted): return normalized(wanted) == Int128(index)
    case .slice(_, _, 0): return false
    case .slice(let start, let end, let step):
      let all = Int128(count)
      let distance: Int128
      if step > 0 {
        let lower = min(max(normalized(start), 0), all)
        let upper = min(max(end.map(normalized) ?? all, 0), all)
        if index < lower || index >= upper { return false }
        distance = Int128(index) - lower
      } else {
        let upper = min(max(normalized(start), -1), all - 1)
        let lower = min(max(end.map(normalized) ?? -1, -1), all - 1)
        if index > upper || index <= lower { return false }
        distance = upper - Int128(index)
      }
      return distance.isMultiple(of: Int128(step))
    }
  }
}
