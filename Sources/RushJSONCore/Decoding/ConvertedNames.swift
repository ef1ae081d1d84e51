// Names as a key strategy makes them.

internal import Synchronization

/// The members of one object by their converted names.
final class ConvertedNames {
  private let names: [String]
  private let values: [UInt32]
  // Names without underscores and case, if they match that way too; the first of several counts.
  private var folded: [String: Int] = [:]
  private let ignoresHyphens: Bool
  // Only for large objects.
  private var index: [String: Int] = [:]
  // Where the next key is expected. Copies of a container may be used by several threads.
  private let next = Atomic<Int>(0)

  init(names: [String], values: [UInt32], isTolerant: Bool, ignoresHyphens: Bool) {
    self.names = names
    self.values = values
    self.ignoresHyphens = ignoresHyphens
    if isTolerant {
      let foldedNames = names.map { NameCase.folded($0, ignoresHyphens: ignoresHyphens) }
      folded = Dictionary(
        zip(foldedNames, names.indices), uniquingKeysWith: { first, _ in first })
    }
    if names.count > 16 {
      index = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }
  }

  /// What keys are made of.
  var keyNames: [String] {
    if folded.isEmpty { return names }
    let names = names.map { NameCase.camel($0, separator: "_") }
    return ignoresHyphens ? names.map { NameCase.camel($0, separator: "-") } : names
  }

  /// The index of the value of a member, or 0.
  subscript(name: String) -> UInt32 {
    let expected = next.load(ordering: .relaxed)
    if expected < names.count, names[expected] == name {
      next.store(expected &+ 1, ordering: .relaxed)
      return values[expected]
    }
    let exact = index.isEmpty ? names.firstIndex(of: name) : index[name]
    guard let at = exact ?? tolerant(name) else { return 0 }
    next.store(at &+ 1, ordering: .relaxed)
    return values[at]
  }

  private func tolerant(_ name: String) -> Int? {
    folded.isEmpty ? nil : folded[NameCase.folded(name, ignoresHyphens: ignoresHyphens)]
  }
}

extension DecodingSession {
  /// The converted names of the object at `place`.
  func convertedNames(at place: DecodingPlace) -> ConvertedNames {
    let lastWins = unsafe storage.options.duplicateNames == .lastWins
    var names: [String] = []
    var values: [UInt32] = []
    var seen: [String: Int] = [:]
    let path: [any CodingKey] =
      if case .custom = snapshot.options.keys { codingPath(of: place) } else { [] }
    var at = place.index &+ 1
    let end = following(place.index)
    while at < end {
      let name = snapshot.options.keys.converted(string(record(at)), path: path)
      if let first = seen[name] {
        if lastWins { values[first] = at &+ 1 }
      } else {
        seen[name] = names.count
        names.append(name)
        values.append(at &+ 1)
      }
      at = following(at &+ 1)
    }
    let (isTolerant, ignoresHyphens) = snapshot.options.keys.tolerance
    return ConvertedNames(
      names: names, values: values, isTolerant: isTolerant, ignoresHyphens: ignoresHyphens)
  }

  /// The names of an object's members, each once, in the order of the text.
  func names(of object: UInt32, isUnique: Bool) -> [String] {
    var names: [String] = []
    names.reserveCapacity(record(object).count)
    var seen: Set<String> = []
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let name = string(record(at))
      if isUnique || seen.insert(name).inserted { names.append(name) }
      at = following(at &+ 1)
    }
    return names
  }
}
