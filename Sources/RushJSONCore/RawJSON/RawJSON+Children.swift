// Elements and members alike, as a list of child values. Edits and walks use it instead of recursion.

extension RawJSON {
  /// The number of elements or members; 0 for scalars.
  var childCount: Int { storage?.visibleCount ?? 0 }

  /// The value of the element or member at `position`, which must be below ``childCount``.
  func child(at position: Int) -> RawJSON {
    switch self {
    case .array(let array): array[position]
    case .dictionary(let object): object[position].value
    default: .null
    }
  }

  /// Replaces a child in place, and returns the old value.
  mutating func exchangeChild(_ value: RawJSON, at position: Int) -> RawJSON {
    if var array = takeArray() {
      defer { self = .array(array) }
      return array.exchange(value, at: position)
    }
    guard var object = takeObject() else { return .null }
    defer { self = .dictionary(object) }
    return object.exchange(value, at: position)
  }

  /// Moves the value out and leaves `null`, so that the value has one owner while it changes.
  mutating func take() -> RawJSON {
    let value = self
    self = .null
    return value
  }

  /// Moves the object out and leaves `null`; `nil` if the value is not an object.
  mutating func takeObject() -> JSONObject? {
    guard case .dictionary(let object) = self else { return nil }
    self = .null
    return object
  }

  /// Moves the array out and leaves `null`; `nil` if the value is not an array.
  mutating func takeArray() -> JSONArray? {
    guard case .array(let array) = self else { return nil }
    self = .null
    return array
  }
}

/// A tree that is open at one value, to change that value in place.
///
/// ```
///     {"a": [1, {"b": 2}]}      entered: "a", 1
///
///     open     {"a": null} at 0,  [1, null] at 1
///     value    {"b": 2}
/// ```
///
/// Each container on the way is moved out of the one around it, so it has one owner. Only memory that
/// another tree shares is copied.
struct TreeOpening {
  /// The open containers, outermost first, each with `null` in place of the next one.
  private var open: [(container: RawJSON, position: Int)] = []
  var value: RawJSON

  /// Opens a tree at its root. The caller passes ``RawJSON/take()``, to give up its own reference.
  init(_ root: RawJSON, depth: Int = 0) {
    value = root
    open.reserveCapacity(depth)
  }

  /// Enters the child at `position`, which must exist.
  mutating func enter(at position: Int) {
    let child = value.exchangeChild(.null, at: position)
    open.append((value, position))
    value = child
  }

  /// Enters child after child as `position` finds them, and returns how many steps it took.
  @inline(__always)
  mutating func follow<Step>(
    _ steps: ArraySlice<Step>, _ position: (RawJSON, Step) -> Int?
  ) -> Int {
    for (depth, step) in steps.enumerated() {
      guard let position = position(value, step) else { return depth }
      enter(at: position)
    }
    return steps.count
  }

  /// Returns to the enclosing value. The result is the position of the child, or `nil` at the root.
  mutating func leave() -> Int? {
    guard !open.isEmpty else { return nil }
    let child = value.take()
    let position: Int
    (value, position) = open.removeLast()
    _ = value.exchangeChild(child, at: position)
    return position
  }

  /// Calls `body` with each open container and with the value.
  func forEachContainer(_ body: (RawJSON) -> Void) {
    for container in open { body(container.container) }
    body(value)
  }

  /// Puts everything back in its place, and returns the root.
  mutating func close() -> RawJSON {
    while leave() != nil {}
    return value.take()
  }
}
