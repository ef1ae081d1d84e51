/// The members of one object, by names that a key strategy has converted.
final class ConvertedNames {
  private let names: [String]
  private let values: [UInt32]
  private let index: [String: Int]
  // Names in lower case without underscores, for tolerant strategies. The first of several counts.
  private var folded: [String: Int] = [:]
  private let ignoresHyphens: Bool
  // The position of the name that is expected next. Several threads may use copies of a container.
  private let next = AtomicMemory(count: 1)

  /// The members of the object at an index. Only a custom strategy needs the object's path.
  init(of object: UInt32, in session: DecodingSession, path: [any CodingKey]) {
    let tape = session.tape
    let rule = session.snapshot.names
    var names: [String] = []
    var values: [UInt32] = []
    var index: [String: Int] = [:]
    tape.forEachMember(of: object) { name, value in
      let name = rule.converted(tape.string(name), path: path)
      if let first = index[name] {
        if tape.isLastWins { values[first] = value }
      } else {
        index[name] = names.count
        names.append(name)
        values.append(value)
      }
    }
    (self.names, self.values, self.index) = (names, values, index)
    let tolerance = rule.tolerance
    ignoresHyphens = tolerance.ignoresHyphens
    if tolerance.isTolerant {
      let foldedNames = names.map { NameCase.folded($0, ignoresHyphens: tolerance.ignoresHyphens) }
      folded = Dictionary(zip(foldedNames, names.indices), uniquingKeysWith: { first, _ in first })
    }
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
    guard let at = index[name] ?? tolerant(name) else { return 0 }
    next[0].storeRelaxed(UInt(bitPattern: at &+ 1))
    return values[at]
  }

  private func tolerant(_ name: String) -> Int? {
    folded.isEmpty ? nil : folded[NameCase.folded(name, ignoresHyphens: ignoresHyphens)]
  }
}

// MARK: - Search in place

// From a key to a member whose name has the same words in another case, `imageURL` to `image_url`,
// without making strings of names.

extension NameRule {
  /// Whether names are compared without underscores and regardless of case, and whether without hyphens.
  var tolerance: (isTolerant: Bool, ignoresHyphens: Bool) {
    if case .tolerant(let ignoresHyphens) = self { (true, ignoresHyphens) } else { (false, false) }
  }

  /// The key for a name, if a type can only tell whether it has a key. A tolerant rule tries the name
  /// in camel case with each combination of four words, at most, in upper case.
  func keyName(of name: String, path: [any CodingKey], where isKey: (String) -> Bool) -> String {
    let name = converted(name, path: path)
    let (isTolerant, ignoresHyphens) = tolerance
    if !isTolerant || isKey(name) { return name }
    let words = name.split { $0 == "_" || ignoresHyphens && $0 == "-" }
    guard let first = words.first?.lowercased() else { return name }
    let others = words.dropFirst().map { ($0.lowercased().capitalizedFirst, $0.uppercased()) }
    let choices = others.count <= 4 ? 1 << others.count : 1
    for choice in 0..<choices {
      let candidate = others.enumerated().reduce(first) { key, word in
        key + (choice >> word.offset & 1 == 0 ? word.element.0 : word.element.1)
      }
      if isKey(candidate) { return candidate }
    }
    return name
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension DecodingSession {
  /// The smallest number of members for whose names a dictionary pays off.
  private static var manyMembers: Int { 64 }

  /// Whether all names of an object are converted. Otherwise ``convertedMember(_:of:)`` searches its members if
  /// there is a key strategy.
  @inline(__always)
  func convertsNames(of object: UInt32) -> Bool {
    convertsKeys && (hasCustomNames || tape.record(object).count >= Self.manyMembers)
  }

  var hasCustomNames: Bool { if case .custom = snapshot.names { true } else { false } }

  func convertedNames(of place: DecodingPlace) -> ConvertedNames {
    ConvertedNames(
      of: place.index, in: self, path: hasCustomNames ? codingPath(of: place) : [])
  }

  /// The names that the keys of an object are made from.
  func names(of place: DecodingPlace, isUnique: Bool) -> [String] {
    convertsKeys
      ? convertedNames(of: place).keyNames : tape.names(of: place.index, isUnique: isUnique)
  }

  /// The name of the only member of an object, unless names are converted. `nil` for other objects.
  func singleName(of place: DecodingPlace) -> String? {
    let (tape, name) = (tape, place.index &+ 1)
    let end = tape.following(place.index)
    if convertsKeys || name == end || tape.following(name &+ 1) != end { return nil }
    return tape.string(tape.record(name))
  }

  /// The members of an object that `Key` has no key for.
  func extraFields<Key: CodingKey>(of place: DecodingPlace, notNamedBy key: Key) -> ExtraFields {
    if !convertsKeys { return tape.extraFields(of: place.index, notNamedBy: key) { $0 } }
    let path = codingPath(of: place)
    return tape.extraFields(of: place.index, notNamedBy: key) {
      snapshot.names.keyName(of: $0, path: path) { Key(stringValue: $0) != nil }
    }
  }

  /// Finds the member whose name the key strategy converts to `key`. Returns the index of its value, or 0. A tolerant
  /// strategy prefers a member that has the key as its name to the first one with a similar name.
  /// - Complexity: O(*m*) comparisons of names; most of them end at the first letter.
  func convertedMember(_ key: String, of place: DecodingPlace) -> UInt32 {
    let tape = tape
    let rule = snapshot.names
    let (isTolerant, ignoresHyphens) = rule.tolerance
    let isASCII = key.isASCII
    // Beyond ASCII, strings may be equal although their bytes differ.
    let first = isASCII ? key.withUTF8Span { NameCase.firstLetter($0) } : 0
    var exact: UInt32 = 0
    var similar: UInt32 = 0
    _ = tape.firstName(from: place.index &+ 1, to: tape.following(place.index)) { at in
      let name = tape.record(at)
      if !tape.mayBegin(name, with: first) { return false }
      if isTolerant {
        if tape.isAnyName(name, key) {
          exact = at &+ 1
          return !tape.isLastWins
        }
        if exact != 0 { return false }
        if similar == 0 {
          if tape.isSimilar(name, key, ignoresHyphens) { similar = at &+ 1 }
        } else if tape.isLastWins, tape.string(tape.record(similar &- 1)) == tape.string(name) {
          similar = at &+ 1
        }
      } else if tape.isCamel(name, key, isASCII, rule) {
        exact = at &+ 1
        return !tape.isLastWins
      }
      return false
    }
    if exact != 0 { return exact }
    if similar != 0 { return similar }
    return !isTolerant || isASCII ? 0 : ConvertedNames(of: place.index, in: self, path: [])[key]
  }
}

extension DecodingTape {
  /// Whether a name may match a key that begins with this letter, by its first byte. Beyond ASCII, anything may.
  @inline(__always)
  fileprivate func mayBegin(_ name: TapeRecord, with letter: UInt8) -> Bool {
    if letter == 0 || name.hasEscapes || name.length == 0 { return true }
    assert(holds(name))
    let byte = text[name.offset]
    return NameCase.lowerCase(byte) == letter || byte == .underscore || byte == .minus
      || byte >= 0x80
  }

  /// Whether a name in camel case is `key`.
  fileprivate func isCamel(
    _ name: TapeRecord, _ key: String, _ isASCII: Bool, _ rule: NameRule
  ) -> Bool {
    guard case .camelCase(let separator) = rule, isASCII, isPlainASCII(name) else {
      return rule.converted(string(name), path: []) == key
    }
    let byte = UInt8(truncatingIfNeeded: separator.value)
    return withStorage { storage in
      storage.withUTF8(name) { name in
        key.withUTF8Span { NameCase.isCamel(name, $0, separator: byte) }
      }
    }
  }

  fileprivate func isSimilar(_ name: TapeRecord, _ key: String, _ ignoresHyphens: Bool) -> Bool {
    withStorage { storage in
      storage.withUTF8(name) { name in
        key.withUTF8Span { NameCase.areSimilar(name, $0, ignoresHyphens: ignoresHyphens) }
      }
    }
  }
}
