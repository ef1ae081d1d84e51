// Patches of typed values: the difference of two values, and changes of a few members of one value.
//
//   old ─→ tree ┐                              value ─→ tree ─ merge patch ─→ tree ─→ value
//   new ─→ tree ┴→ difference ─→ JSONPatch

public import RushJSONCore

extension JSONPatch {
  /// Creates the patch that turns the JSON of a value into that of another one.
  ///
  /// ```swift
  /// let patch = try JSONPatch(from: old, to: new)
  /// ```
  ///
  /// For a merge patch, encode both values as trees (`RawJSON(encoding:)`), and call ``RawJSON/mergePatch(from:)``.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: That of encoding both, and of ``RawJSON/difference(from:)``.
  public init<Value: Encodable>(
    from old: Value, to new: Value, encoder: RushJSONCoreEncoder? = nil
  ) throws {
    let original = try RawJSON(encoding: old, encoder: encoder)
    self = try RawJSON(encoding: new, encoder: encoder).difference(from: original)
  }
}

extension RushJSONCoreDecoder {
  /// Changes the members of a value that a merge patch (RFC 7396) has. `null` removes a member.
  ///
  /// ```swift
  /// try decoder.merge(["theme": "dark", "font": nil], into: &settings)
  /// ```
  ///
  /// A property whose member is removed has the initial value that a missing member leaves; an optional is `nil`.
  ///
  /// The value is encoded, patched and decoded again. So members that the type does not encode have the values that
  /// decoding gives them. If decoding fails, the value does not change.
  /// - Parameter encoder: Writes the names and dates that this decoder reads. By default, an encoder with the strategies,
  ///   the limit of depth and the `userInfo` of this decoder. As with any encoder, `.iso8601` drops fractions of seconds.
  /// - Throws: A `DecodingError`, for example `keyNotFound` for a member that the patch has removed and the type needs;
  ///   `EncodingError`, also if you give no encoder and a strategy has no counterpart: a closure, or a ``NameStyle`` with
  ///   several names for a key; or an error of the type's own.
  /// - Complexity: O(*n*) in the JSON of the value and of the patch.
  public func merge<Value: Codable>(
    _ patch: RawJSON, into value: inout Value, encoder: RushJSONCoreEncoder? = nil
  ) throws {
    let encoder = try encoder ?? matchingEncoder(for: value)
    var tree = try RawJSON(encoding: value, encoder: encoder)
    tree.applyMergePatch(patch)
    let merged = try decode(Value.self, from: tree)
    let removed = patch.pointersOfNulls
    if removed.isEmpty {
      value = merged
      return
    }
    // A member that is missing leaves the initial value of its property: `null` makes an optional `nil` all the same.
    let restored = try RawJSON(encoding: merged, encoder: encoder)
    let kept = removed.filter { pointer in restored[pointer].map { !$0.isNull } ?? false }
    value = try decoded(tree, withNullAt: kept) ?? merged
  }

  /// The value of a tree with `null` at these places, or at as many of them as the type accepts it at. `nil` if it
  /// accepts it at none.
  private func decoded<Value: Decodable>(_ tree: RawJSON, withNullAt pointers: [JSONPointer]) throws
    -> Value?
  {
    if pointers.isEmpty { return nil }
    var (tree, value) = (tree, nil as Value?)
    // Halves, so that a few places without optionals take few attempts.
    var pending = [pointers[...]]
    var attempts = 0
    while let next = pending.popLast(), attempts < Self.attempts {
      attempts += 1
      var attempt = tree
      for pointer in next { try attempt.set(.null, at: pointer) }
      do {
        value = try decode(Value.self, from: attempt)
        tree = attempt
      } catch  where next.count > 1 {
        pending.append(next.suffix(next.count / 2))
        pending.append(next.prefix(next.count - next.count / 2))
      } catch {
        // The property is no optional.
      }
    }
    return value
  }

  /// The most decodings after the first one.
  private static var attempts: Int { 64 }
}

extension RawJSON {
  /// The places at which a merge patch removes members.
  fileprivate var pointersOfNulls: [JSONPointer] {
    var found: [JSONPointer] = []
    var open: [(tokens: [String], value: RawJSON)] = [([], self)]
    while let (tokens, value) = open.popLast() {
      guard case .dictionary(let object) = value else { continue }
      for member in object {
        let path = tokens + [member.name]
        if member.value.isNull {
          found.append(JSONPointer(tokens: path))
        } else {
          open.append((path, member.value))
        }
      }
    }
    return found
  }
}
