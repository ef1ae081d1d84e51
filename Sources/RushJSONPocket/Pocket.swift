/// The data that a user keeps on the server: lists of references, and the app's own data.
///
/// ```swift
/// var pocket = Pocket()
/// pocket.addReference("id1", forKey: "favorites")
/// try pocket.setData(["theme": "dark"])
/// let saved = try await store.savePocket(pocket)
/// ```
///
/// As JSON it is `{"references": {"favorites": ["id1"]}, "data": {"theme": "dark"}}`.
///
/// Two pockets are equal if they have the same references in the same order under the same keys, and
/// equal data. The order of the data's members does not matter.
public struct Pocket: Sendable, Hashable {
  /// The lists of references by key. Each key is in one of three states:
  ///
  /// | here | as JSON | effect on a store when the pocket is saved |
  /// | --- | --- | --- |
  /// | missing key | missing member | keeps its list |
  /// | `nil` (`.some(nil)`) | `null` | removes its list |
  /// | a list, which may be empty | an array of strings | replaces its list |
  ///
  /// ``references(forKey:)`` reads a list in any of these states.
  public var references: [String: [String]?]

  /// The app's own data. ``setData(_:limit:)-(RawJSON.Object,_)`` and stores check the length.
  public var data: RawJSON.Object

  /// Creates a pocket, by default an empty one.
  public init(references: [String: [String]?] = [:], data: RawJSON.Object = [:]) {
    self.references = references
    self.data = data
  }
}

extension Pocket {
  /// The references under `key`, or an empty list if there is none.
  public func references(forKey key: String) -> [String] { (references[key] ?? nil) ?? [] }

  /// A pocket with only the lists of these keys, and all of the data. `nil` keeps all lists.
  /// - Complexity: O(*n* · *k*) in the lists and `keys`.
  public func filtered(references keys: [String]?) -> Pocket {
    guard let keys else { return self }
    return Pocket(references: references.filter { keys.contains($0.key) }, data: data)
  }

  /// The content of a store with this pocket after `other` is saved to it: lists of `other` replace lists
  /// of the same keys, lists that are `nil` in `other` are removed, and the data are those of `other`.
  /// - Complexity: O(*n*) in the keys of both.
  public func saving(_ other: Pocket) -> Pocket {
    let lists = references.merging(other.references) { $1 }.filter { $0.value != nil }
    return Pocket(references: lists, data: other.data)
  }
}
