// The operations of the pocket's guide. Where the original surprises, it is said what is done instead.

extension Pocket {
  /// Adds a reference at the end of the list under `key`, unless it is in the list already.
  ///
  /// A list is made if there is none, also after ``removeReferences(key:)``, where the original adds
  /// nothing.
  /// - Complexity: O(*n*) in the references of the list.
  public mutating func addReference(key: String, value: String) {
    var list = references(key: key)
    if list.contains(value) { return }
    // One owner at a time, so the list is not copied.
    references[key] = .some(nil)
    list.append(value)
    references[key] = .some(list)
  }

  /// Removes a reference from the list under `key`, each time that it is in there. Returns whether it
  /// was.
  ///
  /// The list stays, be it empty: an empty list is not a removed one. (The original removes only the
  /// first of several equal references.)
  /// - Complexity: O(*n*) in the references of the list.
  @discardableResult
  public mutating func removeReference(key: String, value: String) -> Bool {
    var list = references(key: key)
    let count = list.count
    list.removeAll { $0 == value }
    if list.count == count { return false }
    references[key] = .some(list)
    return true
  }

  /// Sets the list under `key`, whatever it was. References that are in `values` several times stay so;
  /// `nil` is ``removeReferences(key:)``.
  public mutating func setReferences(key: String, values: [String]?) {
    references[key] = .some(values)
  }

  /// Removes the list under `key`, also from the store when the pocket is saved: the key stays here, as
  /// `nil`, which says so.
  public mutating func removeReferences(key: String) { references[key] = .some(nil) }

  /// Forgets what this pocket says of the list under `key`. A store leaves its own list as it is.
  public mutating func forgetReferences(key: String) { references.removeValue(forKey: key) }

  /// Sets the program's own data.
  ///
  /// - Throws: ``PocketError/sizeLimitExceeded(limit:actual:)`` if it is too long; the pocket is as
  ///   before then.
  /// - Complexity: O(*n*) in the bytes of its text, which is not held.
  public mutating func setData(_ data: JSONObject, limit: Pocket.DataLimit = .standard)
    throws(PocketError)
  {
    try limit.check(data)
    self.data = data
  }

  /// Sets the program's own data from values of Swift and Foundation, as they come from
  /// `JSONSerialization` or a property list.
  ///
  /// - Throws: ``PocketError/notJSON(_:)`` with the path of a value for which JSON has none, a `Date`
  ///   for example; and as ``setData(_:limit:)-(JSONObject,_)``.
  @_disfavoredOverload
  public mutating func setData(_ data: [String: Any], limit: Pocket.DataLimit = .standard)
    throws(PocketError)
  {
    let object: JSONObject
    do throws(JSONConversionError) {
      object = try JSONObject(converting: data)
    } catch {
      throw .notJSON(error)
    }
    try setData(object, limit: limit)
  }
}
