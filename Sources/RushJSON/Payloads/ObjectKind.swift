internal import RushJSONCore
internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  /// The JSON form of a Swift or Foundation value.
  ///
  /// Types are compared by identity, common ones first. Casts come last, because a failing cast tries
  /// every bridge that Foundation knows, and because a `Bool` can be cast to a number and back. On Darwin, objects
  /// come before that: their classes are private, so no comparison would find them.
  enum ObjectKind {
    case scalar(RawJSON)
    case container(OpenObject)
    case refused(JSONWritingError.Kind)

    init(_ value: Any) {
      let type = ObjectIdentifier(Swift.type(of: value))
      if type == ObjectIdentifier(String.self), let value = value as? String {
        self = .scalar(.string(value))
        return
      }
      #if canImport(Darwin)
        if ObjectKind.isObject(value) {
          self.init(object: value)
          return
        }
      #endif
      if type == ObjectIdentifier(NSNumber.self) || type == ObjectKind.booleanType,
        let value = value as? NSNumber
      {
        self.init(number: value)
      } else if type == ObjectIdentifier([String: Any].self), let value = value as? [String: Any] {
        self = .container(OpenObject(.named(value.makeIterator()), count: value.count))
      } else if type == ObjectIdentifier([Any].self), let value = value as? [Any] {
        self = .container(OpenObject(.elements(value.makeIterator()), count: value.count))
      } else if type == ObjectIdentifier(Int.self), let value = value as? Int {
        self = .scalar(.number(value))
      } else if type == ObjectIdentifier(Bool.self), let value = value as? Bool {
        self = .scalar(.bool(value))
      } else if type == ObjectIdentifier(Double.self), let value = value as? Double {
        self.init(JSONNumber(value))
      } else if type == ObjectIdentifier(NSNull.self) {
        self = .scalar(.null)
      } else {
        self.init(uncommon: value, type)
      }
    }

    static func string(_ value: Any) -> String? {
      if Swift.type(of: value) == String.self { return value as? String }
      guard isObject(value), let value = value as? NSString else { return nil }
      var string = value.substring(from: 0)
      // On Darwin, the string would be Foundation's, which each reading of its bytes would convert.
      string.makeContiguousUTF8()
      return string
    }

    private init(_ number: JSONNumber) {
      self =
        number.isFinite
        ? .scalar(.number(number)) : .refused(.notRepresentable(number: number.text))
    }

    /// Converts a number by the type that it was made of. Its value does not tell `true` from 1.
    private init(number: NSNumber) {
      if ObjectKind.isBoolean(number) {
        self = .scalar(.bool(number.boolValue))
      } else if let decimal = number as? NSDecimalNumber {
        self.init(JSONNumber(decimal.decimalValue))
      } else {
        // Invariant: a type encoding (`@encode`) is a string of at least one letter.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"): self.init(JSONNumber(number.doubleValue))
        case UInt8(ascii: "f"): self.init(JSONNumber(number.floatValue))
        case UInt8(ascii: "Q"): self = .scalar(.number(JSONNumber(number.uint64Value)))
        default:
          // Foundation's integers of 128 bits on Darwin have the type of those of 64, whose sign differs then.
          let integer = number.int64Value
          self =
            integer < 0 && number.doubleValue > 0
            ? .scalar(.number(JSONNumber(number.uint64Value)))
            : .scalar(.number(JSONNumber(integer)))
        }
      }
    }

    /// Foundation's private class of booleans.
    private static let booleanType = ObjectIdentifier(Swift.type(of: NSNumber(value: true)))

    private static func isBoolean(_ number: NSNumber) -> Bool {
      #if canImport(Darwin)
        CFGetTypeID(number) == CFBooleanGetTypeID()
      #else
        // All booleans are one of two objects.
        number === yes || number === no
      #endif
    }

    #if !canImport(Darwin)
      private static let yes = NSNumber(value: true)
      private static let no = NSNumber(value: false)
    #endif

    @inline(never)
    private init(uncommon value: Any, _ type: ObjectIdentifier) {
      if let number = ObjectKind.number(value, type) {
        self.init(number)
      } else if type == ObjectIdentifier([AnyHashable: Any].self),
        let value = value as? [AnyHashable: Any]
      {
        self = .container(OpenObject(.hashable(value.makeIterator()), count: value.count))
      } else if type == ObjectIdentifier(AnyHashable.self), let value = value as? AnyHashable {
        self.init(value.base)
      } else if let tree = ObjectKind.tree(value, type) {
        self = .scalar(tree)
      } else if let value = value as? any PossiblyNothing {
        // An empty optional is `null`, however many optionals are around it.
        if let content = value.content { self.init(content) } else { self = .scalar(.null) }
      } else {
        self.init(cast: value)
      }
    }

    /// Returns the tree of a value that is part of a tree already.
    private static func tree(_ value: Any, _ type: ObjectIdentifier) -> RawJSON? {
      switch type {
      case ObjectIdentifier(RawJSON.self): value as? RawJSON
      case ObjectIdentifier(RawJSON.Array.self): (value as? RawJSON.Array).map { .array($0) }
      case ObjectIdentifier(RawJSON.Object.self): (value as? RawJSON.Object).map { .dictionary($0) }
      case ObjectIdentifier(JSONNumber.self): (value as? JSONNumber).map { .number($0) }
      default: Optional.none
      }
    }

    private static func number(_ value: Any, _ type: ObjectIdentifier) -> JSONNumber? {
      switch type {
      case ObjectIdentifier(Int64.self): (value as? Int64).map { JSONNumber($0) }
      case ObjectIdentifier(Int32.self): (value as? Int32).map { JSONNumber($0) }
      case ObjectIdentifier(Int16.self): (value as? Int16).map { JSONNumber($0) }
      case ObjectIdentifier(Int8.self): (value as? Int8).map { JSONNumber($0) }
      case ObjectIdentifier(UInt.self): (value as? UInt).map { JSONNumber($0) }
      case ObjectIdentifier(UInt64.self): (value as? UInt64).map { JSONNumber($0) }
      case ObjectIdentifier(UInt32.self): (value as? UInt32).map { JSONNumber($0) }
      case ObjectIdentifier(UInt16.self): (value as? UInt16).map { JSONNumber($0) }
      case ObjectIdentifier(UInt8.self): (value as? UInt8).map { JSONNumber($0) }
      case ObjectIdentifier(Float.self): (value as? Float).map { JSONNumber($0) }
      case ObjectIdentifier(CGFloat.self): (value as? CGFloat).map { JSONNumber(Double($0)) }
      case ObjectIdentifier(Decimal.self): (value as? Decimal).map { JSONNumber($0) }
      default: wideNumber(value, type)
      }
    }

    private static func wideNumber(_ value: Any, _ type: ObjectIdentifier) -> JSONNumber? {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      switch type {
      case ObjectIdentifier(Int128.self): return (value as? Int128).map { JSONNumber($0) }
      case ObjectIdentifier(UInt128.self): return (value as? UInt128).map { JSONNumber($0) }
      default: return nil
      }
    }

    /// Converts Foundation classes, and collections whose elements have one type.
    private init(cast value: Any) {
      if ObjectKind.isObject(value) {
        self.init(object: value)
      } else if let value = value as? Substring {
        self = .scalar(.string(String(value)))
      } else if let value = value as? [String: Any] {
        self = .container(OpenObject(.named(value.makeIterator()), count: value.count))
      } else if let value = value as? [AnyHashable: Any] {
        self = .container(OpenObject(.hashable(value.makeIterator()), count: value.count))
      } else if let value = value as? [Any] {
        self = .container(OpenObject(.elements(value.makeIterator()), count: value.count))
      } else {
        self = .refused(.unsupportedType("\(Swift.type(of: value))"))
      }
    }

    /// Whether a value is an instance of a class. Casts between classes and Swift collections convert the
    /// contents by recursion, so this check comes before any cast.
    private static func isObject(_ value: Any) -> Bool { Swift.type(of: value) is AnyClass }

    private init(object value: Any) {
      if let value = value as? NSNumber {
        self.init(number: value)
      } else if let value = ObjectKind.string(value) {
        self = .scalar(.string(value))
      } else if value is NSNull {
        self = .scalar(.null)
      } else if let value = value as? NSDictionary {
        self = .container(OpenObject(FoundationContainer(value)))
      } else if let value = value as? NSArray {
        self = .container(OpenObject(FoundationContainer(value)))
      } else {
        self.init(boxed: value)
      }
    }

    /// Converts a Swift value in the box that it needs where an object is expected, as in an `NSArray` on Darwin. Casts
    /// look through boxes; the type of the value is that of the box. Numbers and strings have no box.
    private init(boxed value: Any) {
      if let value = value as? RawJSON {
        self = .scalar(value)
      } else if let value = value as? RawJSON.Object {
        self = .scalar(.dictionary(value))
      } else if let value = value as? RawJSON.Array {
        self = .scalar(.array(value))
      } else if let value = value as? JSONNumber {
        self = .scalar(.number(value))
      } else if let value = value as? Substring {
        self = .scalar(.string(String(value)))
      } else if let number = ObjectKind.boxedNumber(value) {
        self.init(number)
      } else {
        self = .refused(.unsupportedType("\(Swift.type(of: value))"))
      }
    }

    private static func boxedNumber(_ value: Any) -> JSONNumber? {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      return (value as? Int128).map { JSONNumber($0) } ?? (value as? UInt128).map { JSONNumber($0) }
    }
  }

  /// Calls `body`, and releases the objects that Foundation's collections have handed out for their accessors' callers. Only
  /// Darwin keeps them until then.
  @inline(__always)
  func releasingObjects<R>(_ body: () throws -> R) rethrows -> R {
    #if canImport(Darwin)
      return try autoreleasepool(invoking: body)
    #else
      return try body()
    #endif
  }

  private protocol PossiblyNothing { var content: Any? { get } }

  extension Optional: PossiblyNothing {
    fileprivate var content: Any? { map { $0 as Any } }
  }
#endif
