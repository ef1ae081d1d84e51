/// A JSON value that owns everything in it: to read, to build, to edit, to compare.
///
/// ```swift
/// let ticket: RawJSON = ["name": "Rock Concert", "price": 20, "seats": [12, 13]]
/// ticket["name"]?.stringValue         // "Rock Concert"
/// ticket["seats"]?[1]?.intValue       // 13
/// ```
///
/// A value is 24 bytes. Scalars and strings of up to 15 bytes are held in place; an array or an
/// object is one allocation, shared by its copies until one of them changes.
///
/// Two values are equal if they have the same kind and the same content: numbers by value
/// (`3 == 3.0`), strings by their Unicode scalars (so "é" is not "e\u{301}", RFC 8259 §8.3), objects
/// whatever the order of their members.
///
/// Nothing recurses without a bound: a tree of any depth can be built, compared, hashed, described
/// and released on any stack.
public enum RawJSON: Sendable {
  /// `null`. (What is not there at all is Swift's `nil`.)
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exactly as it was written.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array(JSONArray)
  /// An object: members in the order in which they were written.
  case dictionary(JSONObject)
}

// MARK: - Other ways to say it

extension RawJSON {
  /// The same as ``null``, as a value.
  ///
  /// No case of the enum, so in a `switch` the compiler does not count `case .nil`: write `case .null`.
  public static var `nil`: RawJSON { .null }

  /// A number with the value of a `Double`.
  public static func number(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// A number with the value of an `Int`, exactly.
  public static func number(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// A number with the value of a `Double`.
  public static func double(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// A number with the value of an `Int`, exactly.
  public static func integer(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// An array of these elements.
  ///
  /// - Complexity: O(*n*). The elements are copied, which shares what is in them.
  // Disfavoured, so that a literal becomes our own type and keeps its order.
  @_disfavoredOverload
  public static func array(_ elements: [RawJSON]) -> RawJSON { .array(JSONArray(elements)) }

  /// An object of these members, in no particular order.
  ///
  /// - Complexity: O(*n*). The values are copied, which shares what is in them.
  // Disfavoured, so that a literal becomes our own type and keeps its order.
  @_disfavoredOverload
  public static func dictionary(_ members: [String: RawJSON]) -> RawJSON {
    .dictionary(JSONObject(members))
  }

  /// The same as `dictionary(_:)`, in the words of RFC 8259.
  public static func object(_ members: JSONObject) -> RawJSON { .dictionary(members) }
}

// MARK: - For the walks

extension RawJSON {
  /// The storage of an array or object that is not empty.
  @inline(__always)
  var storage: TreeStorage? {
    switch self {
    case .array(let array): array.storage
    case .dictionary(let object): object.storage
    default: nil
    }
  }

  /// How deep arrays and objects nest at most: 0 for scalars, 1 for an array of scalars.
  @inline(__always)
  var height: UInt32 {
    switch self {
    case .array(let array): array.storage?.height ?? 1
    case .dictionary(let object): object.storage?.height ?? 1
    default: 0
    }
  }
}
