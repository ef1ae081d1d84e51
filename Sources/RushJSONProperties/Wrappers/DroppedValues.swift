// One list of everything that the wrappers of a payload leave out.
//
//   decode(_:from:dropped:) ─→ userInfo ─→ LossyArray, LossyDictionary, DefaultValue with a lossy default ─→ the list

public import RushJSONCore

extension RushJSONCoreDecoder {
  /// Decodes a value, and adds all that its wrappers drop to a list, in the order of decoding: elements of ``LossyArray``,
  /// members of ``LossyDictionary``, and values that a default in ``JSONDefaults/Lossy`` replaces.
  ///
  /// ```swift
  /// var dropped: [SkippedValue] = []
  /// let feed = try decoder.decode(Feed.self, from: data, dropped: &dropped)
  /// for value in dropped { log(value.path, value.place, value.error) }
  /// ```
  ///
  /// A dropped element replaces the entries for values inside it. If the whole value fails, the list has the values that were
  /// dropped until then. A call adds at most 5,000 values, and 1,000 of each collection. A case of an enum without tags
  /// that was tried and did not fit may have dropped values, too.
  /// - Throws: What `decode(_:from:at:userInfo:)` throws.
  /// - Complexity: As `decode(_:from:at:userInfo:)`, and O(1) for each dropped value.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: some Sequence<UInt8>, dropped: inout [SkippedValue]
  ) throws -> T {
    guard let key = DroppedValues.key else { return try decode(type, from: text) }
    let list = DroppedValues()
    defer { dropped += list.values.withLock { $0 } }
    return try decode(type, from: text, userInfo: [key: list])
  }
}

/// The list of one decoding.
final class DroppedValues: Sendable {
  static let key = CodingUserInfoKey(rawValue: "RushJSONProperties.DroppedValues")

  let values = Locked<[SkippedValue]>([])

  /// Adds a value, and removes those inside it, which are the last ones.
  func add(_ value: SkippedValue) {
    removeAll(inside: value.fullPath)
    values.withLock { $0.append(value) }
  }

  /// Removes the values inside the value at `path`, which are the last of the list.
  func removeAll(inside path: [String]) {
    values.withLock { values in
      while let last = values.last, last.path.starts(with: path) { values.removeLast() }
    }
  }
}

extension Decoder {
  /// The list that the values of this decoding are added to when they are dropped, if there is one.
  var droppedValues: DroppedValues? {
    DroppedValues.key.flatMap { userInfo[$0] } as? DroppedValues
  }

  /// The path of the value, with the names that the text has if the decoder is this library's.
  var pathInText: [any CodingKey] {
    (self as? ValueDecoder).map { $0.session.pathInText(of: $0.place) } ?? codingPath
  }
}

extension SkippedValue {
  /// The path of the value itself.
  fileprivate var fullPath: [String] {
    switch place {
    case .index(let index): path + ["Index \(index)"]
    case .name(let name): path + [name]
    case .pastTheEnd: path
    }
  }

  /// A member or an element that a default replaces.
  init?(replaced path: [any CodingKey], _ error: any Error, _ decoder: any Decoder) {
    guard let last = path.last else { return nil }
    self.init(
      place: last.intValue.map { .index($0) } ?? .name(last.stringValue),
      path: path.dropLast().map(\.stringValue), error: error,
      rawJSON: RawJSON.ifDecodable(from: decoder))
  }
}
