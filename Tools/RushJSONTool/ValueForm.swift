import CommandLineTools
import RushJSON

/// What `rushjson select` prints in place of a value: an array in another order or without repeated
/// elements, a length, or names.
struct ValueForm {
  /// The path of `--sort-by`, and of `--unique-by`.
  private let (order, identity): (ValuePath?, ValuePath?)
  private let (isLength, isNames): (Bool, Bool)

  /// Whether values are printed as they are.
  var isPlain: Bool { order == nil && identity == nil && !isLength && !isNames }

  init(_ invocation: Invocation) throws(UsageError) {
    try invocation.atMostOne(of: ["--length", "--keys"])
    order = try invocation.path("--sort-by")
    identity = try invocation.path("--unique-by")
    isLength = invocation.has("--length")
    isNames = invocation.has("--keys")
  }

  /// A value that has no such form.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ option: String, needs kind: String, _ value: RawJSON, at pointer: JSONPointer) {
      let place = pointer.isEmpty ? "the text" : "the value at \(pointer.description.prefix(100))"
      description = "\(option) needs \(kind), but \(place) is \(Self.name(of: value))"
    }

    private static func name(of value: RawJSON) -> String {
      switch value {
      case .null: "null"
      case .bool: "a boolean"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .dictionary: "an object"
      }
    }
  }

  /// The form of `value`, which is at `pointer`. Unique elements are chosen first, then sorted, then counted.
  /// - Complexity: O(*n*) lookups in a hash table, and O(*n* log *n*) comparisons for an order.
  func form(of value: RawJSON, at pointer: JSONPointer) throws(Failure) -> RawJSON {
    var value = value
    if let identity {
      guard case .array(let array) = value else {
        throw Failure("--unique-by", needs: "an array", value, at: pointer)
      }
      var seen: Set<RawJSON> = []
      value = .array(
        RawJSON.Array(array.filter { seen.insert(identity.find(in: $0) ?? .null).inserted }))
    }
    if let order {
      guard case .array(let array) = value else {
        throw Failure("--sort-by", needs: "an array", value, at: pointer)
      }
      value = .array(RawJSON.Array(Self.sorted(array, by: order)))
    }
    if isLength { return .number(JSONNumber(try Self.length(of: value, at: pointer))) }
    if isNames {
      guard case .dictionary(let object) = value else {
        throw Failure("--keys", needs: "an object", value, at: pointer)
      }
      let names = object.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return .array(RawJSON.Array(names.map { .string($0) }))
    }
    return value
  }

  private static func length(of value: RawJSON, at pointer: JSONPointer) throws(Failure) -> Int {
    switch value {
    case .array(let array): return array.count
    case .dictionary(let object): return object.count
    case .string(let text): return text.unicodeScalars.count
    case .null: return 0
    case .bool, .number:
      throw Failure("--length", needs: "an array, an object or a string", value, at: pointer)
    }
  }

  /// Elements with equal values at the path keep their order; an element without one has null there.
  private static func sorted(_ array: RawJSON.Array, by path: ValuePath) -> [RawJSON] {
    let keys = array.map { path.find(in: $0) ?? .null }
    let places = keys.indices.sorted { left, right in
      let order = JSONOrder.order(keys[left], keys[right])
      return order == 0 ? left < right : order < 0
    }
    return places.map { array[$0] }
  }
}

extension ToolPath.Slice {
  /// The array of the elements that `value`, which is at `pointer`, has in this slice. As in jq, null has none.
  func form(of value: RawJSON, at pointer: JSONPointer) throws(ValueForm.Failure) -> RawJSON {
    switch value {
    case .array(let array): return .array(elements(of: array))
    case .null: return .null
    default: throw ValueForm.Failure("a slice", needs: "an array", value, at: pointer)
    }
  }
}

/// The order of jq: null, false, true, numbers, strings by their scalars, arrays element by element, and
/// objects, first by their sorted names, then by the values in the order of these names.
enum JSONOrder {
  /// Negative if `left` comes first, 0 if the two are equal.
  /// - Complexity: O(*n*) in the smaller value. Nesting is bounded by the limit of reading.
  static func order(_ left: RawJSON, _ right: RawJSON) -> Int {
    switch (left, right) {
    case (.number(let left), .number(let right)): return left < right ? -1 : right < left ? 1 : 0
    case (.string(let left), .string(let right)): return order(left, right)
    case (.array(let left), .array(let right)):
      return order(left, right, by: order(_:_:))
    case (.dictionary(let left), .dictionary(let right)):
      let (left, right) = (sorted(left), sorted(right))
      let names = order(left, right) { order($0.name, $1.name) }
      return names != 0 ? names : order(left, right) { order($0.value, $1.value) }
    default: return rank(left) - rank(right)
    }
  }

  private static func rank(_ value: RawJSON) -> Int {
    switch value {
    case .null: 0
    case .bool(false): 1
    case .bool(true): 2
    case .number: 3
    case .string: 4
    case .array: 5
    case .dictionary: 6
    }
  }

  private static func order(_ left: String, _ right: String) -> Int {
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  /// The order of the first elements that differ, or else of the lengths.
  private static func order<Elements: Collection>(
    _ left: Elements, _ right: Elements, by order: (Elements.Element, Elements.Element) -> Int
  ) -> Int {
    for (left, right) in zip(left, right) {
      let first = order(left, right)
      if first != 0 { return first }
    }
    return left.count - right.count
  }

  private static func sorted(_ object: RawJSON.Object) -> [RawJSON.Object.Member] {
    object.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
