/// What a user keeps on the server: lists of references, and data of the program's own.
///
/// ```swift
/// var pocket = Pocket()
/// pocket.addReference(key: "favorites", value: "id1")
/// try pocket.setData(["theme": "dark"])
/// let saved = try await store.savePocket(pocket)
/// ```
///
/// As JSON it is `{"references": {"favorites": ["id1"]}, "data": {"theme": "dark"}}`.
///
/// Two pockets are equal if they have the same references under the same keys, in the same order, and
/// equal data, whatever the order of its members.
public struct Pocket: Sendable, Hashable {
  /// The lists of references by their keys. Each key is in one of three states:
  ///
  /// | here | as JSON | a store that the pocket is saved to |
  /// | --- | --- | --- |
  /// | no such key | no such member | leaves the list that it has |
  /// | `nil` (`.some(nil)`) | `null` | removes the list |
  /// | a list, which may be empty | an array of strings | has this list |
  ///
  /// ``references(key:)`` reads a list without a thought for the difference.
  public var references: [String: [String]?]

  /// The program's own data. ``setData(_:limit:)-(JSONObject,_)`` checks that it is not too long; so
  /// does a store when the pocket is saved.
  public var data: JSONObject

  /// Creates a pocket, by default an empty one.
  public init(references: [String: [String]?] = [:], data: JSONObject = [:]) {
    self.references = references
    self.data = data
  }
}

extension Pocket {
  /// The references under `key`; none if there is no list.
  public func references(key: String) -> [String] { (references[key] ?? nil) ?? [] }

  /// A pocket with the lists of these keys alone, and all of the data. `nil` keeps all lists.
  ///
  /// - Complexity: O(*n*) in keys.
  public func filtered(references keys: [String]?) -> Pocket {
    guard let keys else { return self }
    var filtered = Pocket(data: data)
    for key in keys {
      guard let list = references[key] else { continue }
      filtered.references[key] = .some(list)
    }
    return filtered
  }

  /// What a store that has this pocket has after `other` is saved to it: the lists that `other` has in
  /// the place of those of the same keys, without those that are `nil` there, and the data of `other`.
  ///
  /// - Complexity: O(*n*) in the keys of both.
  public func saving(_ other: Pocket) -> Pocket {
    var result = Pocket(data: other.data)
    for (key, list) in references where list != nil { result.references[key] = .some(list) }
    for (key, list) in other.references { result.references[key] = list.map(Optional.some) }
    return result
  }
}
