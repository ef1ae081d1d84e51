// The operations of the pocket's guide, with the differences from the original.

extension Pocket {
  /// Adds a reference at the end of the list under `key`, unless the list contains it.
  ///
  /// A missing list is created, also after ``removeReferences(forKey:)``, where the original adds nothing.
  /// - Complexity: O(*n*) in the references of the list.
  public mutating func addReference(_ value: String, forKey key: String) {
    var list = references(forKey: key)
    if list.contains(value) { return }
    // The list has one owner while it changes, so it is not copied.
    references[key] = .some(nil)
    list.append(value)
    references[key] = .some(list)
  }

  /// Removes all occurrences of a reference from the list under `key`. Returns whether there were any.
  ///
  /// The list remains even if it is empty, because an empty list is not a removed one. (The original
  /// removes only the first of several equal references.)
  /// - Complexity: O(*n*) in the references of the list.
  @discardableResult
  public mutating func removeReference(_ value: String, forKey key: String) -> Bool {
    var list = references(forKey: key)
    let count = list.count
    list.removeAll { $0 == value }
    if list.count == count { return false }
    references[key] = .some(list)
    return true
  }

  /// Sets the list under `key`, with all repeated references. `nil` is ``removeReferences(forKey:)``.
  public mutating func setReferences(_ values: [String]?, forKey key: String) {
    references[key] = .some(values)
  }

  /// Removes the list under `key`, and also from the store when the pocket is saved: the key remains
  /// with the value `nil`, which means that.
  public mutating func removeReferences(forKey key: String) { references[key] = .some(nil) }

  /// Removes the key itself, so that saving the pocket leaves the store's list unchanged.
  public mutating func forgetReferences(forKey key: String) { references.removeValue(forKey: key) }

  /// Sets the app's own data.
  /// - Throws: ``Pocket/Failure/sizeLimitExceeded(limit:actual:)``, and the pocket is unchanged.
  /// - Complexity: O(*n*) in the bytes of the data's text, which is not kept.
  public mutating func setData(_ data: RawJSON.Object, limit: Pocket.DataLimit = .standard)
    throws(Pocket.Failure)
  {
    try limit.check(data)
    self.data = data
  }

  /// Sets the app's own data from Swift and Foundation values, such as the results of
  /// `JSONSerialization` or a property list.
  /// - Throws: ``Pocket/Failure/notWritable(_:)`` with the path of a value without a JSON form, for example
  ///   a `Date`, and the errors of ``setData(_:limit:)-(RawJSON.Object,_)``.
  @_disfavoredOverload
  public mutating func setData(_ data: [String: Any], limit: Pocket.DataLimit = .standard)
    throws(Pocket.Failure)
  {
    let object: RawJSON.Object
    do throws(JSONWritingError) {
      object = try RawJSON.Object(converting: data)
    } catch {
      throw .notWritable(error)
    }
    try setData(object, limit: limit)
  }
}
