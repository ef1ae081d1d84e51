extension JSONScalar {
  /// The hooks for a scalar and for arrays of it.
  @inline(__always)
  fileprivate static var hooks: [EncodingHook] {
    unsafe [
      EncodingHook(Self.self) { unsafe write($0, to: &$1.pointee) },
      unsafe EncodingHook([Self].self, depth: 1) { values, output in
        unsafe values.borrowValue { unsafe write(array: $0, to: output) }
      },
    ]
  }

  /// The hook for dictionaries, which only the frequent ones have, because of its size.
  @inline(__always)
  fileprivate static var dictionaryHook: EncodingHook {
    unsafe EncodingHook([String: Self].self, depth: 1, isDictionary: true) {
      unsafe write(dictionary: $0.pointee, to: $1)
    }
  }

  @inline(__always)
  fileprivate static var rowHook: EncodingHook {
    unsafe EncodingHook([[Self]].self, depth: 2) { unsafe write(rows: $0.pointee, to: $1) }
  }
}

private struct ScalarHooks: ScalarVisitor {
  var hooks: [EncodingHook] = []

  @inline(__always)
  mutating func visit<T: JSONScalar>(_ scalar: T.Type) { hooks += T.hooks }
}

extension EncodingHook {
  /// A hook for values that are written by `direct`, or else encode themselves.
  fileprivate convenience init<T: Encodable & SendableMetatype>(
    _ type: T.Type, depth: Int = 0, isDictionary: Bool = false,
    direct: @escaping @Sendable (UnsafePointer<T>, UnsafeMutablePointer<TextOutput>) -> Bool
  ) {
    unsafe self.init(
      type, depth: depth,
      // Invariant: the hook is filed under `T`, and its caller passes the address of a value.
      direct: { unsafe direct($0.assumingMemoryBound(to: T.self), $1) },
      else: { try $1.encodeItself($0, isDictionary: isDictionary) })
  }

  /// The hooks of the core.
  fileprivate static var standardHooks: [EncodingHook] {
    var scalars = ScalarHooks()
    scalars.visitScalars()
    let planes = unsafe EncodingHook([[[Double]]].self, depth: 3) {
      unsafe Double.write(planes: $0.pointee, to: $1)
    }
    let arrays = [String.rowHook, Double.rowHook, Float.rowHook, Int.rowHook, planes]
    let trees = [
      EncodingHook(RawJSON.self) { try $1.encodeRawJSON($0) },
      EncodingHook(JSONNumber.self) { try $1.encodeRawJSON(.number($0)) },
    ]
    let dictionaries = [
      Bool.dictionaryHook, String.dictionaryHook, Double.dictionaryHook, Int.dictionaryHook,
    ]
    return scalars.hooks + arrays + trees + dictionaries
  }
}

extension ValueEncoder {
  /// Encodes a value with its own `encode(to:)`. Seldom called, so it is not compiled for each type.
  @inline(never)
  fileprivate func encodeItself(_ value: any Encodable, isDictionary: Bool) throws {
    guard isDictionary else { return try value.encode(to: self) }
    try asDictionary { try value.encode(to: self) }
  }
}

extension EncodingSnapshot {
  package static let initialSessions = SpareSessions()

  /// The options of a new encoder.
  package static let initial: EncodingSnapshot = {
    var hooks = EncodingHook.standardHooks
    let provider: Any.Type = EncodingDefaultsProvider.self
    if let defaults = provider as? any EncodingDefaults.Type { hooks += defaults.encodingHooks }
    return EncodingSnapshot(EncodingOptions(hooks: EncodingHookTable(hooks)))
  }()
}

/// The hooks that another module adds to every new encoder.
package protocol EncodingDefaults {
  static var encodingHooks: [EncodingHook] { get }
}

/// The type that the other module makes conform to `EncodingDefaults`.
package enum EncodingDefaultsProvider {}

// MARK: - TextCollections

extension Array: TextCollection where Element: Encodable {
  static var isDictionary: Bool { false }

  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace
  ) throws {
    _ = session.open(place, isObject: false)
    // Invariant: the caller passes the address of an array of this type.
    let values = unsafe value.assumingMemoryBound(to: [Element].self)
    guard session.isNotCollection(Element.self) else {
      for element in unsafe values.pointee { try session.encodeElement(element, in: place) }
      return
    }
    try unsafe values.borrowValue { values in
      try unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress else { return }
        // Invariant: nothing writes to the elements, which are only passed as if something might.
        let elements = unsafe UnsafeMutablePointer(mutating: start)
        for index in 0..<values.count {
          try unsafe session.encodePlainElement(&elements[index], in: place)
        }
      }
    }
  }
}

extension Dictionary: TextCollection where Key == String, Value: Encodable {
  static var isDictionary: Bool { true }

  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace
  ) throws {
    _ = session.open(place, isObject: true)
    // If a value turns everything into nodes, the names that follow are still a dictionary's.
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    // Invariant: the caller passes the address of a dictionary of this type.
    var members = unsafe value.assumingMemoryBound(to: [String: Value].self).pointee
    // A name that has left cannot be taken back. Filtered here, so that the loop stays as small as it is for all
    // other dictionaries, and the compiler inlines what it calls.
    if _slowPath(session.leaving != nil), Value.self is any AnyField.Type {
      members = members.filter { ($0.value as? any AnyField)?.isMissing != true }
    }
    for (name, value) in members { try session.encodeNewMember(value, name, in: place) }
    // The names were not recorded, so the text cannot be continued.
    if session.isOpen(place) { session.text.closeFinal(Int(place.level)) }
  }
}

extension EncodingSession {
  /// Encodes a member with a name that the object does not have.
  @inline(__always)
  fileprivate func encodeNewMember<T: Encodable>(
    _ value: T, _ name: String, in place: EncodingPlace
  ) throws {
    guard let mark = mark(place), snapshot.options.nils != .omit else {
      return snapshot.convertsNames
        ? try encodeMember(value, JSONPathKey(stringValue: name), in: place)
        : try encodeMember(value, JSONDictionaryKey(stringValue: name), in: place)
    }
    text.beginNewMember(name, mark.level)
    let outcome = writeByHook(value)
    if outcome == .written { return }
    let hasHook = outcome == .noText
    // As in Foundation, the `intValue` of the key is set like that of the standard library's keys, unless
    // a key strategy is set.
    if snapshot.convertsNames {
      try encode(value, JSONPathKey(stringValue: name), of: mark, hasHook: hasHook)
    } else {
      try encode(value, JSONDictionaryKey(stringValue: name), of: mark, hasHook: hasHook)
    }
  }
}

// MARK: - Arrays and dictionaries of scalars

extension JSONScalar {
  @inline(__always)
  static func write(array values: [Self], to output: UnsafeMutablePointer<TextOutput>) -> Bool {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe writeList(values.indices, to: output) { index in
        // Invariant: the index is one of the array's.
        unsafe write(values.baseAddress.unsafelyUnwrapped + index, to: &output.pointee)
      }
    }
  }

  // Invariant: rows are passed `inout` but never written. This avoids a retain and a release for each row (12 % of
  // encoding canada.json).

  @inline(__always)
  static func write(rows: [[Self]], to output: UnsafeMutablePointer<TextOutput>) -> Bool {
    unsafe rows.withUnsafeBufferPointer { rows in
      let start = unsafe UnsafeMutablePointer(mutating: rows.baseAddress)
      return unsafe writeList(rows.indices, to: output) { index in
        unsafe write(row: &start.unsafelyUnwrapped[index], to: output)
      }
    }
  }

  @inline(never)
  private static func write(row: inout [Self], to output: UnsafeMutablePointer<TextOutput>) -> Bool
  {
    unsafe write(array: row, to: output)
  }

  @inline(__always)
  static func write(planes: [[[Self]]], to output: UnsafeMutablePointer<TextOutput>) -> Bool {
    unsafe writeList(planes, to: output) { unsafe write(rows: $0, to: output) }
  }

  @inline(__always)
  static func write(dictionary values: [String: Self], to output: UnsafeMutablePointer<TextOutput>)
    -> Bool
  {
    unsafe writeList(values, isObject: true, to: output) { name, value in
      unsafe output.pointee.string(name)
      unsafe output.pointee.colon()
      return unsafe withUnsafePointer(to: value) { unsafe write($0, to: &output.pointee) }
    }
  }

  /// Writes an array or object, each item with `writeItem`, until that returns `false`.
  @inline(__always)
  private static func writeList<Items: Collection>(
    _ items: Items, isObject: Bool = false, to output: UnsafeMutablePointer<TextOutput>,
    _ writeItem: (Items.Element) -> Bool
  ) -> Bool {
    if items.isEmpty {
      unsafe output.pointee.empty(isObject: isObject)
      return true
    }
    unsafe output.pointee.open(isObject: isObject)
    var isFirst = true
    for item in items {
      unsafe output.pointee.separate(isFirst)
      isFirst = false
      if !writeItem(item) { return false }
    }
    unsafe output.pointee.close(isObject: isObject)
    return true
  }
}
