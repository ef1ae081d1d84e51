/// The members of one object, by names that a key strategy has converted.
final class ConvertedNames {
  private let names: [String]
  private let values: [UInt32]
  // Names in lower case without underscores, for tolerant strategies. The first of several counts.
  private var folded: [String: Int] = [:]
  private let ignoresHyphens: Bool
  // Only for large objects.
  private var index: [String: Int] = [:]
  // The position of the name that is expected next. Several threads may use copies of a container.
  private let next = AtomicWords(count: 1)

  /// The members of the object at an index, whose path a closure is given.
  init(
    of object: UInt32, in session: DecodingSession, path: @autoclosure () -> [any CodingKey]
  ) {
    let tape = session.tape
    let rule = session.snapshot.names
    let path =
      if case .custom = rule { path() } else { [] as [any CodingKey] }
    var names: [String] = []
    var values: [UInt32] = []
    var seen: [String: Int] = [:]
    tape.forEachMember(of: object) { name, value in
      let name = rule.converted(tape.string(name), path: path)
      if let first = seen[name] {
        if tape.isLastWins { values[first] = value }
      } else {
        seen[name] = names.count
        names.append(name)
        values.append(value)
      }
    }
    self.names = names
    self.values = values
    let tolerance = rule.tolerance
    ignoresHyphens = tolerance.ignoresHyphens
    if tolerance.isTolerant {
      let foldedNames = names.map { NameCase.folded($0, ignoresHyphens: tolerance.ignoresHyphens) }
      folded = Dictionary(zip(foldedNames, names.indices), uniquingKeysWith: { first, _ in first })
    }
    if names.count > 16 { index = seen }
  }

  /// The names that keys are made from.
  var keyNames: [String] {
    if folded.isEmpty { return names }
    let names = names.map { NameCase.camel($0, separator: "_") }
    return ignoresHyphens ? names.map { NameCase.camel($0, separator: "-") } : names
  }

  /// The index of the value of a member, or 0 if there is none.
  subscript(name: String) -> UInt32 {
    let expected = Int(bitPattern: next[0].loadRelaxed())
    if expected < names.count, names[expected] == name {
      next[0].storeRelaxed(UInt(bitPattern: expected &+ 1))
      return values[expected]
    }
    let exact = index.isEmpty ? names.firstIndex(of: name) : index[name]
    guard let at = exact ?? tolerant(name) else { return 0 }
    next[0].storeRelaxed(UInt(bitPattern: at &+ 1))
    return values[at]
  }

  private func tolerant(_ name: String) -> Int? {
    folded.isEmpty ? nil : folded[NameCase.folded(name, ignoresHyphens: ignoresHyphens)]
  }
}
