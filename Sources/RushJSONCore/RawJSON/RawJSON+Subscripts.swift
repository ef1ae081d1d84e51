// Members and elements, to read and to change in place.
//
// A change moves the container out of the value and back, so the container has one owner meanwhile. Only
// shared memory is copied.

extension RawJSON {
  /// The value of the member named `name`, or `nil` if there is none or the value is not an object.
  ///
  /// A member whose value is `null` gives `.null`, not `nil`.
  ///
  /// The name is taken as it is: `json["/a/b"]` is the member with that name. For the value at a pointer, write
  /// `json["/a/b" as JSONPointer]`, or `json[path: "a", "b"]`.
  ///
  /// In an object, setting a value replaces the member's value or adds a member at the end, and setting
  /// `nil` removes the member. `null` becomes an object when a value is set in it. A value of any other
  /// kind is left unchanged: a subscript destroys no data.
  /// - Complexity: O(1) on average, in place if the memory has no other owner; O(*n*) to remove.
  public subscript(name: String) -> RawJSON? {
    get { if case .dictionary(let object) = self { object[name] } else { nil } }
    _modify {
      if var object = takeObject() {
        defer { self = .dictionary(object) }
        yield &object[name]
      } else {
        var value: RawJSON?
        defer { if let value, isNull { self = .dictionary([name: value]) } }
        yield &value
      }
    }
  }

  /// The element at `index`, or `nil` if there is none or the value is not an array.
  ///
  /// Setting a value replaces the element. Nothing changes when `nil` is set, when the index is out of
  /// range, or when the value is of another kind.
  /// - Complexity: O(1), in place if the memory has no other owner.
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
        // The element is moved out, so that it has one owner while it changes.
        var value: RawJSON? = array.exchange(.null, at: index)
        defer {
          // An element that was set to `nil` becomes `null`.
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
}
