// The content of a value by kind, or `nil` if the value is of another kind. Nothing is converted: the
// string "1" is not a number, and the number 1 is not a boolean.

extension RawJSON {
  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .dictionary: .object
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  // MARK: - Scalars

  /// The string, or `nil` if the value is not a string.
  public var stringValue: String? { if case .string(let string) = self { string } else { nil } }

  /// The boolean, or `nil` if the value is not a boolean.
  public var boolValue: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The number as it was written, or `nil` if the value is not a number.
  public var jsonNumberValue: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The nearest `Double`, or `nil` if the value is not a number or is beyond the largest finite one.
  ///
  /// ``jsonNumberValue`` gives the exact number.
  public var doubleValue: Double? { jsonNumberValue?.double }

  /// The number as an `Int`, or `nil` if the value is not a number or an `Int` cannot hold it exactly.
  ///
  /// `3.0` and `3e0` are 3; `3.5` and `1e300` are not integers.
  public var intValue: Int? { jsonNumberValue?.int }

  /// The number as an `Int64`, or `nil` if the value is not a number or does not fit exactly.
  public var int64Value: Int64? { jsonNumberValue?.int64 }

  /// The number as a `UInt64`, or `nil` if the value is not a number or does not fit exactly.
  public var uint64Value: UInt64? { jsonNumberValue?.uint64 }

  /// The number as an integer of any type, or `nil` if it is not a number or does not fit exactly.
  public func integerValue<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    jsonNumberValue?.exactly(type)
  }

  /// The nearest `Float`, rounded once, or `nil` if the value is not a number or is out of range.
  public var floatValue: Float? { jsonNumberValue?.float }

  // MARK: - Arrays and objects

  /// The number of elements of an array or members of an object; 0 for any other value.
  /// - Complexity: O(1).
  public var count: Int { childCount }

  /// The elements of an array, or `nil` if the value is not an array.
  /// - Complexity: O(1).
  public var jsonArrayValue: RawJSON.Array? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members of an object in their order, or `nil` if the value is not an object.
  /// - Complexity: O(1).
  public var objectValue: RawJSON.Object? {
    if case .dictionary(let object) = self { object } else { nil }
  }
}

// MARK: - Aliases

// The names of the original extra-data API, so that code written for it compiles here.
//
// This file is the only place for aliases. In new code prefer the names on the right:
//
//   nil, isNil                          null, isNull
//   number(20.5), double, integer       number(JSONNumber(…)), or a literal
//   array([…]), dictionary([…: …])      a literal, RawJSON.Array(…), RawJSON.Object(…)
//   numberValue                         doubleValue, or jsonNumberValue for the exact number
//   arrayValue, dictionaryValue         jsonArrayValue, objectValue, which copy nothing
//   stringArrayValue and its kind       array(of:), lossyArray(of:)

extension RawJSON {
  /// The value ``null``.
  ///
  /// This is not a case of the enum, so the compiler does not count `case .nil` in a `switch`. Write
  /// `case .null` there.
  public static var `nil`: RawJSON { .null }

  /// Creates a number with the value of a `Double`.
  public static func number(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the exact value of an `Int`.
  public static func number(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the value of a `Double`.
  public static func double(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the exact value of an `Int`.
  public static func integer(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates an array of these elements.
  /// - Complexity: O(*n*). The array shares what is in the elements.
  public static func array(_ elements: [RawJSON]) -> RawJSON { .array(RawJSON.Array(elements)) }

  /// Creates an object of these members, in the dictionary's order, which is arbitrary.
  /// - Complexity: O(*n*). The object shares what is in the values.
  // Disfavoured, so that a literal becomes a `RawJSON.Object` and keeps its order.
  @_disfavoredOverload
  public static func dictionary(_ members: [String: RawJSON]) -> RawJSON {
    .dictionary(RawJSON.Object(members))
  }

  /// Whether the value is `null`: another name for ``isNull``.
  public var isNil: Bool { isNull }

  /// The nearest `Double`: another name for ``doubleValue``.
  public var numberValue: Double? { doubleValue }

  /// The elements as a Swift array, or `nil` if the value is not an array.
  /// - Complexity: O(*n*). The new array shares what is in the elements. ``jsonArrayValue`` copies
  ///   nothing.
  public var arrayValue: [RawJSON]? { jsonArrayValue.map { [RawJSON]($0) } }

  /// The members as a Swift dictionary, or `nil` if the value is not an object.
  /// - Complexity: O(*n*). The dictionary shares what is in the values. ``objectValue`` copies
  ///   nothing and keeps the order.
  public var dictionaryValue: [String: RawJSON]? { objectValue.map { Dictionary($0) } }

  /// The strings of an array, or `nil` if the value is not an array or has an element of another kind.
  public var stringArrayValue: [String]? { array(of: String.self) }

  /// The numbers of an array as `Double`, or `nil` if the value is not an array or has an element
  /// without a ``doubleValue``.
  public var numberArrayValue: [Double]? { array(of: Double.self) }

  /// The booleans of an array, or `nil` if the value is not an array of booleans only.
  public var boolArrayValue: [Bool]? { array(of: Bool.self) }
}

// MARK: - Coercions

// Conversions between kinds, for services that do not keep them apart. Each says so in its name; all
// other accessors are exact.

extension RawJSON {
  /// The boolean, or the meaning of the numbers 0 and 1 and of the strings "true", "false", "yes", "no",
  /// "1" and "0" in upper or lower case; `nil` for anything else.
  public var lenientBool: Bool? {
    switch self {
    case .bool(let value): return value
    case .number(let number):
      switch number.int {
      case 0: return false
      case 1: return true
      default: return nil
      }
    case .string(let string): return Bool(lenient: string)
    default: return nil
    }
  }

  /// The ``lenientNumber`` as an `Int`, or `nil` if there is none or an `Int` cannot hold it exactly.
  public var lenientInt: Int? { lenientNumber?.int }

  /// The ``lenientNumber`` as the nearest `Double`, or `nil` if there is none or it is beyond the
  /// largest finite `Double`.
  public var lenientDouble: Double? { lenientNumber?.double }

  /// The number, the number that a string spells in JSON, 1 for `true`, 0 for `false`; else `nil`.
  public var lenientNumber: JSONNumber? {
    switch self {
    case .number(let number): number
    case .string(let string): JSONNumber(string)
    case .bool(let bool): JSONNumber(bool ? 1 : 0)
    default: nil
    }
  }

  /// The string, or the text of a number or boolean; `nil` for anything else.
  public var lenientString: String? {
    switch self {
    case .string(let string): string
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }

  /// The array, an empty array for `null`, or an array of only this value.
  ///
  /// Some services write a list of one element as that element, and an empty list as `null`.
  public var lenientArray: RawJSON.Array {
    switch self {
    case .array(let array): array
    case .null: []
    default: [self]
    }
  }
}

extension Bool {
  /// Reads "true", "yes" and "1", or "false", "no" and "0", in upper or lower case.
  package init?(lenient string: String) {
    // The longest word has five letters.
    guard string.utf8.count <= 5 else { return nil }
    switch string.lowercased() {
    case "true", "yes", "1": self = true
    case "false", "no", "0": self = false
    default: return nil
    }
  }
}

// MARK: - Literals

extension RawJSON: ExpressibleByNilLiteral {
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension RawJSON: ExpressibleByBooleanLiteral {
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension RawJSON: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal, exactly. See ``JSONNumber/init(integerLiteral:)``.
  public init(integerLiteral value: JSONNumber.IntegerLiteralType) {
    self = .number(JSONNumber(integerLiteral: value))
  }
}

extension RawJSON: ExpressibleByFloatLiteral {
  /// Creates a number from a literal with a decimal point or an exponent, which the compiler converts
  /// to a `Double`.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
}

extension RawJSON: ExpressibleByStringInterpolation {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension RawJSON: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: RawJSON...) { self = .array(RawJSON.Array(elements)) }
}

extension RawJSON: ExpressibleByDictionaryLiteral {
  /// Creates an object. Of several members of the same name, the last one gives the value and the
  /// first one the place.
  public init(dictionaryLiteral members: (String, RawJSON)...) {
    self = .dictionary(RawJSON.Object(pairs: members))
  }
}

// MARK: - Subscripts

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
