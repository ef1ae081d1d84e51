// Members and elements, to read and to change in place.
//
// Changing moves the container out of the value, so that it has one owner while it changes, and back
// when it is done: nothing is copied that is not shared.

extension RawJSON {
  /// The value of the member of this name, or `nil` if there is none or the value is no object.
  ///
  /// A member whose value is `null` gives `.null`, not `nil`.
  ///
  /// In an object, setting a value replaces the member's or adds a member at the end, and setting
  /// `nil` removes the member. `null` becomes an object when a value is set in it. Any other kind
  /// stays as it is: a subscript destroys no data.
  ///
  /// - Complexity: O(1) on average, in place if nothing else has the memory; O(*n*) to remove.
  public subscript(name: String) -> RawJSON? {
    get {
      if case .dictionary(let object) = self { object[name] } else { nil }
    }
    _modify {
      if var object = takeObject() {
        defer { self = .dictionary(object) }
        yield &object[name]
      } else {
        var value: RawJSON?
        defer {
          if let value, isNull { self = .dictionary([name: value]) }
        }
        yield &value
      }
    }
  }

  /// The element at `index`, or `nil` if there is none or the value is no array.
  ///
  /// Setting a value replaces the element. Setting `nil` leaves it as it is, as does setting anything
  /// at an index that is out of range, or in a value of another kind.
  ///
  /// - Complexity: O(1), in place if nothing else has the memory.
  public subscript(index: Int) -> RawJSON? {
    get {
      guard case .array(let array) = self, array.indices.contains(index) else { return nil }
      return array[index]
    }
    set {
      guard let newValue, self[index] != nil, var array = takeArray() else { return }
      array[index] = newValue
      self = .array(array)
    }
    _modify {
      if self[index] != nil, var array = takeArray() {
        // The element leaves its place, so that it has no second owner while it is changed.
        var value: RawJSON? = array.exchange(.null, at: index)
        defer {
          // Whoever leaves nothing has taken the element; its place stays.
          array[index] = value ?? .null
          self = .array(array)
        }
        yield &value
      } else {
        var nothing: RawJSON?
        yield &nothing
      }
    }
  }

  /// The object, taken out of the value, which is `null` then; `nil` if it is none.
  mutating func takeObject() -> JSONObject? {
    guard case .dictionary(let object) = self else { return nil }
    self = .null
    return object
  }

  /// The array, taken out of the value, which is `null` then; `nil` if it is none.
  mutating func takeArray() -> JSONArray? {
    guard case .array(let array) = self else { return nil }
    self = .null
    return array
  }
}
