// Patches of values of types: what has changed between two, and changes of a few members of one.
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
    value = try decode(Value.self, from: tree)
  }
}
