#if !FoundationEssentialsOnly
  public import RushJSONCore
  internal import _RushJSONFoundation

  extension RawJSON {
    /// The value as `JSONSerialization` would return it: `String`, `NSNumber`, `NSNull`, `[Any]`,
    /// `[String: Any]`.
    /// - Throws: The errors of ``sendableValue()``.
    /// - Complexity: O(*n*) in values.
    public func foundationObject() throws(JSONWritingError) -> Any {
      try ObjectMaking<FoundationObjects>.make(self)
    }

    /// The value as Swift values: `String`, `Bool`, a number, `NSNull`, `[any Sendable]`,
    /// `[String: any Sendable]`.
    ///
    /// A number becomes an `Int` if that holds it exactly, else a `UInt64`, else a `Double` with the same
    /// shortest digits, else a `Decimal`, else the nearest `Double`.
    /// - Throws: ``JSONWritingError/Kind/tooDeep(limit:)`` for nesting deeper than 512 levels, because Swift
    ///   releases such values recursively; ``JSONWritingError/Kind/notRepresentable(number:)`` for a number
    ///   beyond the largest `Double`.
    /// - Complexity: O(*n*) in values.
    public func sendableValue() throws(JSONWritingError) -> any Sendable {
      try ObjectMaking<SendableValues>.make(self)
    }
  }

  extension Dictionary where Key == String, Value == any Sendable {
    /// Creates a dictionary of an object's members, like `RawJSON.sendableValue()`, with its errors.
    public init(converting object: RawJSON.Object) throws(JSONWritingError) {
      let value = try RawJSON.dictionary(object).sendableValue()
      self = value as? [String: any Sendable] ?? [:]
    }
  }

  private protocol ObjectForm {
    associatedtype Value
    static var null: Value { get }
    static func bool(_ value: Bool) -> Value
    static func string(_ value: String) -> Value
    /// Returns `nil` if no type can represent the number.
    static func number(_ value: JSONNumber) -> Value?
    static func array(_ elements: [Value]) -> Value
    static func dictionary(_ members: [String: Value]) -> Value
  }

  private enum FoundationObjects: ObjectForm {
    static var null: Any { NSNull() }
    static func bool(_ value: Bool) -> Any { NSNumber(value: value) }
    static func string(_ value: String) -> Any { value }
    static func array(_ elements: [Any]) -> Any { elements }
    static func dictionary(_ members: [String: Any]) -> Any { members }

    static func number(_ number: JSONNumber) -> Any? {
      if let integer = number.int64 { return NSNumber(value: integer) }
      if let integer = number.uint64 { return NSNumber(value: integer) }
      if let double = number.exactDouble { return NSNumber(value: double) }
      if let decimal = number.decimal { return NSDecimalNumber(decimal: decimal) }
      return number.nearestDouble.map { NSNumber(value: $0) }
    }
  }

  private enum SendableValues: ObjectForm {
    static var null: any Sendable { NSNull() }
    static func bool(_ value: Bool) -> any Sendable { value }
    static func string(_ value: String) -> any Sendable { value }
    static func array(_ elements: [any Sendable]) -> any Sendable { elements }
    static func dictionary(_ members: [String: any Sendable]) -> any Sendable { members }

    static func number(_ number: JSONNumber) -> (any Sendable)? {
      if let integer = number.int { return integer }
      if let integer = number.uint64 { return integer }
      if let double = number.exactDouble { return double }
      if let decimal = number.decimal { return decimal }
      return number.nearestDouble
    }
  }

  extension JSONNumber {
    fileprivate var exactDouble: Double? { double.flatMap { JSONNumber($0) == self ? $0 : nil } }
    fileprivate var nearestDouble: Double? { double.flatMap { $0.isFinite ? $0 : nil } }
  }

  private struct ObjectMaking<Form: ObjectForm> {
    private struct Open {
      let container: RawJSON
      var next = 0
      var elements: [Form.Value] = []
      var members: [String: Form.Value] = [:]
      var name = ""
    }

    private var open: [Open] = []

    static func make(_ value: RawJSON) throws(JSONWritingError) -> Form.Value {
      var making = ObjectMaking()
      var finished = try making.scalarOrOpen(value)
      while true {
        if let value = finished {
          guard making.put(value) else { return value }
        }
        if let child = making.nextChild() {
          finished = try making.scalarOrOpen(child)
        } else {
          finished = making.close()
        }
      }
    }

    /// Converts a scalar. Opens an array or object, and returns `nil`.
    private mutating func scalarOrOpen(_ value: RawJSON) throws(JSONWritingError) -> Form.Value? {
      switch value {
      case .null: return Form.null
      case .bool(let bool): return Form.bool(bool)
      case .string(let string): return Form.string(string)
      case .number(let number):
        guard let made = Form.number(number) else {
          throw JSONWritingError(.notRepresentable(number: number.text), at: path())
        }
        return made
      case .array, .dictionary:
        if open.count >= maximumConversionDepth {
          throw JSONWritingError(.tooDeep(limit: maximumConversionDepth), at: path())
        }
        open.append(Open(container: value))
        return nil
      }
    }

    /// The next child of the innermost container, or `nil` at its end.
    private mutating func nextChild() -> RawJSON? {
      let last = open.count - 1
      let next = open[last].next
      open[last].next += 1
      switch open[last].container {
      case .array(let array):
        if next < array.count { return array[next] }
      case .dictionary(let object):
        if next < object.count {
          let member = object[next]
          open[last].name = member.name
          return member.value
        }
      default: break
      }
      // In a conditional expression, `nil` would be the literal for `.null`.
      return nil
    }

    /// Adds a converted child to the innermost container. Returns `false` if nothing is open.
    private mutating func put(_ value: Form.Value) -> Bool {
      guard !open.isEmpty else { return false }
      let last = open.count - 1
      if case .array = open[last].container {
        open[last].elements.append(value)
      } else {
        open[last].members[open[last].name] = value
      }
      return true
    }

    private mutating func close() -> Form.Value {
      let closed = open.removeLast()
      if case .array = closed.container { return Form.array(closed.elements) }
      return Form.dictionary(closed.members)
    }

    /// The path of the current value.
    private func path() -> JSONPointer {
      JSONPointer(
        tokens: open.map { open in
          if case .array = open.container { "\(open.next - 1)" } else { open.name }
        })
    }
  }
#endif
