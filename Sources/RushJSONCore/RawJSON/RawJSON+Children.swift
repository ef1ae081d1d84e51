// Arrays and objects alike, as a row of values: what edits and walks trees without recursion.

extension RawJSON {
  /// How many elements or members the value has; 0 for scalars.
  var childCount: Int { storage?.visibleCount ?? 0 }

  /// The value of the element or member at `position`, which must be below ``childCount``.
  func child(at position: Int) -> RawJSON {
    switch self {
    case .array(let array): array[position]
    case .dictionary(let object): object[position].value
    default: .null
    }
  }

  /// Puts a value in the place of a child, in place, and returns that.
  mutating func exchangeChild(_ value: RawJSON, at position: Int) -> RawJSON {
    if var array = takeArray() {
      defer { self = .array(array) }
      return array.exchange(value, at: position)
    }
    guard var object = takeObject() else { return .null }
    defer { self = .dictionary(object) }
    return object.exchange(value, at: position)
  }

  /// The value, which is `null` from then on: so it has one owner while it changes.
  mutating func take() -> RawJSON {
    let value = self
    self = .null
    return value
  }
}

/// A tree that is open at one value, to change that in place.
///
/// ```
///     {"a": [1, {"b": 2}]}      entered: "a", 1
///
///     open     {"a": null} at 0,  [1, null] at 1
///     value    {"b": 2}
/// ```
///
/// Each container on the way is taken out of the one around it, so it has one owner, and nothing is
/// copied that is not shared with another tree.
struct TreeOpening {
  /// The containers from the outermost on, each with `null` where the next one was.
  private var open: [(container: RawJSON, position: Int)] = []
  /// The value at which the tree is open.
  var value: RawJSON

  /// Opens a tree at its root. The caller gives it away, by ``RawJSON/take()``.
  init(_ root: RawJSON, depth: Int = 0) {
    value = root
    open.reserveCapacity(depth)
  }

  /// Goes on to the child at `position`, which must exist.
  mutating func enter(at position: Int) {
    let child = value.exchangeChild(.null, at: position)
    open.append((value, position))
    value = child
  }

  /// Goes back to the value around, and returns where this one is in it; `nil` at the root.
  mutating func leave() -> Int? {
    guard !open.isEmpty else { return nil }
    let child = value.take()
    let position: Int
    (value, position) = open.removeLast()
    _ = value.exchangeChild(child, at: position)
    return position
  }

  /// Calls `body` with the containers on the way, each with `null` where the next one was, and the
  /// value.
  func forEachContainer(_ body: (RawJSON) -> Void) {
    for container in open { body(container.container) }
    body(value)
  }

  /// Puts everything back where it was, and returns the root.
  mutating func close() -> RawJSON {
    while leave() != nil {}
    return value.take()
  }
}
