// From a key to a member whose name says the same in other letters, without making a string of any
// name: `imageURL` to `image_url`.

extension RushJSONDecoder.KeyDecodingStrategy {
  /// Whether names are compared without regard to underscores and case, and whether to hyphens either.
  var tolerance: (isTolerant: Bool, ignoresHyphens: Bool) {
    switch self {
    case .convertFromSnakeCaseWithAcronyms: (true, false)
    case .convertFromSnakeAndKebabCase: (true, true)
    default: (false, false)
    }
  }

  /// The key that a name is meant for, where a type is not asked for its keys but can only tell whether
  /// it has one.
  ///
  /// If the strategy leaves that open: in camel case, and then with any of the words after the first, up
  /// to four of them, in upper case, for which `isKey` answers at most 16 times.
  func keyName(
    of name: String, path: [any CodingKey], where isKey: (String) -> Bool
  ) -> String {
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
  /// From this many members on a dictionary of the names is worth its while.
  private static var manyMembers: Int { 64 }

  /// Whether ``tolerantMember(_:of:)`` is the way to look for members of an object.
  func comparesNamesInPlace(of object: UInt32) -> Bool {
    snapshot.options.keys.tolerance.isTolerant && record(object).count < Self.manyMembers
  }

  /// The index of the value of the member that is named like the key, or else matches it; 0 if there is
  /// none.
  ///
  /// - Complexity: O(*m*) comparisons of names, most of which end at the first letter.
  func tolerantMember(_ key: String, of place: DecodingPlace) -> UInt32 {
    let ignoresHyphens = snapshot.options.keys.tolerance.ignoresHyphens
    let isLastWins = unsafe storage.options.duplicateNames == .lastWins
    let first = NameCase.firstLetter(key.utf8.span)
    var exact: UInt32 = 0
    var similar: UInt32 = 0
    var at = place.index &+ 1
    let end = following(place.index)
    while at < end {
      let name = record(at)
      if mayBegin(name, with: first) {
        if isName(name, key) {
          if !isLastWins { return at &+ 1 }
          exact = at &+ 1
        } else if exact == 0 {
          if similar == 0 {
            if isSimilar(name, key, ignoresHyphens) { similar = at &+ 1 }
          } else if isLastWins, string(record(similar &- 1)) == string(name) {
            similar = at &+ 1
          }
        }
      }
      at = following(at &+ 1)
    }
    if exact != 0 { return exact }
    if similar != 0 { return similar }
    // Beyond ASCII strings may be equal though their bytes differ.
    return key.utf8.allSatisfy({ $0 < 0x80 }) ? 0 : convertedNames(at: place)[key]
  }

  /// Whether a name can match a key that begins with this letter, as far as one look tells.
  @inline(__always)
  private func mayBegin(_ name: TapeRecord, with letter: UInt8) -> Bool {
    if letter == 0 || name.hasEscapes || name.length == 0 { return true }
    // Invariant: the bytes of the name are in the text.
    let byte = unsafe text.load(fromByteOffset: name.offset, as: UInt8.self)
    return NameCase.lowerCase(byte) == letter || byte == .underscore
      || byte == .minus
  }

  private func isSimilar(_ name: TapeRecord, _ key: String, _ ignoresHyphens: Bool) -> Bool {
    unsafe storage.withUTF8(name) { name in
      NameCase.areSimilar(name, key.utf8.span, ignoresHyphens: ignoresHyphens)
    }
  }
}
