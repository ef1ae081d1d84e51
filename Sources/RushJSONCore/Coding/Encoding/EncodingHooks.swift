// The hooks of the core, which sessions make when they meet a type.

/// Searches for the scalar that a type is, or that an array has for elements.
private struct ScalarHookSearch: ScalarVisitor {
  let type: ObjectIdentifier
  let isElement: Bool
  var hook: EncodingHook?

  @inline(__always)
  mutating func visit<T: JSONScalar>(_ scalar: T.Type) {
    guard type == ObjectIdentifier(T.self) else { return }
    hook =
      isElement
      ? EncodingHook([T].self, depth: 1) { values, output in
        values.borrowValue { T.write(array: $0, to: output) }
      } : EncodingHook(T.self) { T.write($0, to: &$1.pointee) }
  }
}

extension JSONScalar {
  /// The hook for dictionaries. Each takes much of a program, so only the frequent scalars have it.
  @inline(__always)
  fileprivate static func dictionaryHook(_ value: ObjectIdentifier) -> EncodingHook? {
    guard value == ObjectIdentifier(Self.self) else { return nil }
    return EncodingHook([String: Self].self, depth: 1, isDictionary: true) {
      write(dictionary: $0.pointee, to: $1)
    }
  }

  @inline(__always)
  fileprivate static func rowHook(_ element: ObjectIdentifier) -> EncodingHook? {
    guard element == ObjectIdentifier([Self].self) else { return nil }
    return EncodingHook([[Self]].self, depth: 2) { write(rows: $0.pointee, to: $1) }
  }
}

extension EncodingHook {
  /// A hook for values that are written by `write`, or else encode themselves.
  fileprivate convenience init<T: Encodable>(
    _ type: T.Type, depth: Int = 0, isDictionary: Bool = false,
    write: @escaping (CheckedView<T>, CheckedPointer<TextOutput>) -> Bool
  ) {
    unsafe self.init(
      type, depth: depth,
      // Invariant: the hook is that of `T`, and its caller passes the address of a value.
      write: { unsafe write(CheckedView(at: $0), $1) },
      else: { try $1.encodeItself($0, isDictionary: isDictionary) })
  }

  /// The hook for a scalar, or `nil` if `type` is another type.
  fileprivate static func ofScalar(_ type: ObjectIdentifier) -> EncodingHook? {
    var search = ScalarHookSearch(type: type, isElement: false)
    search.visitScalars()
    return search.hook
  }

  /// The hook for arrays of a scalar, or of arrays of a frequent one. `nil` for other elements.
  fileprivate static func ofArray(of element: ObjectIdentifier) -> EncodingHook? {
    var search = ScalarHookSearch(type: element, isElement: true)
    search.visitScalars()
    if let hook = search.hook { return hook }
    if element == ObjectIdentifier([[Double]].self) {
      return EncodingHook([[[Double]]].self, depth: 3) {
        Double.write(planes: $0.pointee, to: $1)
      }
    }
    return String.rowHook(element) ?? Double.rowHook(element) ?? Float.rowHook(element)
      ?? Int.rowHook(element)
  }

  /// The hook for dictionaries of a frequent scalar, by strings. `nil` for other values.
  fileprivate static func ofDictionary(of value: ObjectIdentifier) -> EncodingHook? {
    String.dictionaryHook(value) ?? Int.dictionaryHook(value) ?? Double.dictionaryHook(value)
      ?? Bool.dictionaryHook(value)
  }

  /// The hooks that an encoder has from the beginning, because options may replace them.
  fileprivate static var ofTrees: [TypeHook] {
    [
      EncodingHook(RawJSON.self) { try $1.encodeRawJSON($0) },
      EncodingHook(JSONNumber.self) { try $1.encodeRawJSON(.number($0)) },
    ]
  }

  /// The hook for a type that writes itself. Its value is not copied.
  fileprivate static func writing<W: JSONWritable>(_ type: W.Type) -> EncodingHook {
    unsafe EncodingHook(
      ObjectIdentifier(type), writable: type, depth: 0, isDirect: false, { _, _ in false },
      else: { value, encoder in
        // Invariant: the hook is that of `W`, and its caller passes the address of a value.
        try unsafe encoder.session.write(
          CheckedView<W>(at: value), at: encoder.place)
      })
  }

  /// The hook for a collection whose elements write themselves: all of them at once, unless text leaves meanwhile, or
  /// something has been written already.
  fileprivate static func writingCollection<W: JSONWritable>(
    _ type: W.Type, isDictionary: Bool = false
  ) -> EncodingHook {
    unsafe EncodingHook(
      ObjectIdentifier(type), writable: type, depth: 0, isDirect: false, { _, _ in false },
      else: { value, encoder in
        let (session, place) = (encoder.session, encoder.place)
        // Invariant: as above.
        let value = unsafe CheckedView<W>(at: value)
        if session.leaving == nil, session.isOpen(place), session.text.isUntouched(place) {
          try unsafe session.write(value, at: place)
        } else if let value = value.pointee as? any Encodable {
          try encoder.encodeItself(value, isDictionary: isDictionary)
        }
      })
  }

  /// The hook for an array or a dictionary.
  fileprivate static func collection<C: TextCollection>(_ type: C.Type) -> EncodingHook {
    unsafe EncodingHook(
      ObjectIdentifier(type), depth: 0, isDirect: false, { _, _ in false },
      else: { value, encoder in
        let (session, place) = (encoder.session, encoder.place)
        // Invariant: the hook is that of `C`, and its caller passes the address of a value.
        if session.isOpen(place), session.text.isUntouched(place) {
          try unsafe C.encodeDirectly(value, in: session, at: place)
        } else {
          let value = unsafe CheckedView<C>(at: value).pointee
          try encoder.encodeItself(value, isDictionary: C.isDictionary)
        }
      })
  }

  /// The hook for a dictionary whose keys give names.
  fileprivate static func named<K: JSONName.Convertible, V: Encodable>(
    _ key: K.Type, _ value: V.Type
  ) -> EncodingHook {
    unsafe EncodingHook([K: V].self, isDirect: false, write: { _, _ in false }) {
      var members: [String: V] = [:]
      members.reserveCapacity($0.count)
      for (key, value) in $0 { members[key.jsonName] = value }
      try $1.encodeValue(members)
    }
  }
}

extension EncodingHook {
  /// The hook for a collection of the standard library whose elements are not known yet: its first value that has
  /// any makes the hook that takes its place.
  fileprivate static func unknownCollection<C: Encodable>(_ type: C.Type, isDictionary: Bool)
    -> EncodingHook
  {
    unsafe EncodingHook(
      ObjectIdentifier(type), depth: 0, isDirect: false, { _, _ in false },
      else: { value, encoder in
        // Invariant: the hook is that of `C`, and its caller passes the address of a value.
        let collection = unsafe CheckedView<C>(at: value).pointee
        let session = encoder.session
        guard let hook = ElementSearch.hook(of: collection, isDictionary, session.snapshot) else {
          return try encoder.encodeItself(collection, isDictionary: isDictionary)
        }
        session.hooks.replace(hook, for: type)
        try unsafe hook.encode(value, encoder)
      })
  }
}

extension EncodingSnapshot {
  /// The hook for a type, or `nil` if it is encoded by its `encode(to:)`.
  func hook(for type: any Encodable.Type) -> EncodingHook? {
    // Nothing here asks whether a type conforms to a protocol that it may not conform to (KnownTypes).
    let id = ObjectIdentifier(type)
    if let hook = hook(of: type) as? EncodingHook ?? .ofScalar(id) { return hook }
    switch StandardLibrary.family(of: type) {
    case .none: return writable(type).map { .writing($0) }
    case .array: return plain(type) ?? .unknownCollection(type, isDictionary: false)
    case .dictionaryOfStrings:
      return plain(type) ?? .unknownCollection(type, isDictionary: true)
    case .dictionary:
      // As in Foundation, the standard library's own keys decide by themselves. Others are rare, so they are looked up.
      return (type as? any NamedDictionary.Type)?.namedEncodingHook
    case .optional, .contiguousArray, .set, .other: return nil
    }
  }

  /// A model that is written with these options, or `nil` for any other type. A closure for keys needs the path of each
  /// object, which only containers know.
  fileprivate func writable(_ type: any Any.Type) -> (any JSONWritable.Type)? {
    if hasKeyClosure { return nil }
    guard let model = Self.models[type] else {
      return type is RawJSON.Object.Type ? RawJSON.Object.self : nil
    }
    // Invariant: all entries are of this class.
    let writable = unsafe unsafeDowncast(model, to: WritableModel.self).writable
    return writable._isEncodedAsCodable ? nil : writable
  }

  private func plain(_ type: any Any.Type) -> EncodingHook? {
    // Invariant: all entries are of this class.
    Self.plain[type].map { unsafe unsafeDowncast($0, to: EncodingHook.self) }
  }

  /// Enters a model, which has said that it is one.
  fileprivate static func enter<W: JSONWritable>(_ type: W.Type) {
    models.enter(WritableModel(type), for: type)
  }

  private static let models = KnownTypes()
  /// The hooks for collections of scalars that encoders have met. They are the same with all options.
  fileprivate static let plain = KnownTypes()

  private final class WritableModel: TypeHook, @unchecked Sendable {
    let writable: any JSONWritable.Type

    init<W: JSONWritable>(_ type: W.Type) {
      writable = type
      super.init(ObjectIdentifier(type))
    }
  }
}

extension EncodingSession {
  /// Notes that a type without a hook is a model. Its next values are written by a hook.
  @inline(never)
  func learn<W: JSONWritable>(_ type: W.Type) {
    // Only once: a type that another type's `encode(to:)` calls comes here for each value.
    guard hooks.lacksHook(for: type) else { return }
    if snapshot.hasKeyClosure || W._isEncodedAsCodable { return }
    EncodingSnapshot.enter(type)
    hooks.replace(.writing(type), for: type)
    // Hooks for collections of the type do not know it yet, so the next call begins with a new session.
    hasLearned = true
  }
}

// MARK: - Elements

/// Finds the hook for a collection by the type of the first element that it encodes. No look-up of a conformance is
/// needed, because the standard library's own `encode(to:)` knows the type.
private final class ElementSearch {
  private struct Answered: Error {}
  private let snapshot: EncodingSnapshot
  private let isDictionary: Bool
  private var hook: EncodingHook?

  private init(_ snapshot: EncodingSnapshot, _ isDictionary: Bool) {
    self.snapshot = snapshot
    self.isDictionary = isDictionary
  }

  /// The hook, or `nil` if the collection is empty.
  static func hook(of collection: any Encodable, _ isDictionary: Bool, _ snapshot: EncodingSnapshot)
    -> EncodingHook?
  {
    let search = ElementSearch(snapshot, isDictionary)
    // An error says that the search has ended.
    do { try collection.encode(to: SearchingEncoder(search: search)) } catch {}
    return search.hook
  }

  // Not specialised for the scalars that containers have functions for: 370 KB of a program.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func answer<E: Encodable>(_ element: E.Type) throws {
    func writing<W: JSONWritable>(_ element: W.Type) -> EncodingHook {
      isDictionary
        ? .writingCollection([String: W].self, isDictionary: true) : .writingCollection([W].self)
    }
    let id = ObjectIdentifier(element)
    if let plain = isDictionary ? EncodingHook.ofDictionary(of: id) : .ofArray(of: id) {
      hook = plain
      let type: any Any.Type = isDictionary ? [String: E].self : [E].self
      EncodingSnapshot.plain.enter(plain, for: type)
    } else if let writable = snapshot.writable(element) {
      hook = writing(writable)
    } else {
      hook = isDictionary ? .collection([String: E].self) : .collection([E].self)
    }
    throw Answered()
  }

  private struct SearchingEncoder: Encoder {
    let search: ElementSearch
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Members(search: search))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(search: search) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single() }
  }

  // No collection of the standard library calls the other functions.

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let search: ElementSearch
    var codingPath: [any CodingKey] { [] }
    func encodeNil(forKey key: Key) throws { throw Answered() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try search.answer(T.self) }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedEncodingContainer<Nested>
    { KeyedEncodingContainer(Members<Nested>(search: search)) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Elements(search: search)
    }
    func superEncoder() -> any Encoder { SearchingEncoder(search: search) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let search: ElementSearch
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    func encodeNil() throws { throw Answered() }
    func encode<T: Encodable>(_ value: T) throws { try search.answer(T.self) }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Members<Nested>(search: search))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { SearchingEncoder(search: search) }
  }

  private struct Single: SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    func encodeNil() throws { throw Answered() }
    func encode<T: Encodable>(_ value: T) throws { throw Answered() }
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
  package static let spareStates = SpareSessions()

  /// The options of a new encoder.
  package static let initial = EncodingSnapshot(
    EncodingOptions(hooks: EncodingHook.ofTrees + (defaults?.encodingHooks ?? [])),
    shared: SharedOptions())

  private static var defaults: (any EncodingDefaults.Type)? {
    if let known = known.withLock({ $0 }) { return known }
    let provider: Any.Type = EncodingDefaultsProvider.self
    return provider as? any EncodingDefaults.Type
  }

  private static let known = Locked<(any EncodingDefaults.Type)?>(nil)

  /// Tells the hooks that a module adds, before it makes its first encoder. That saves the look-up of the conformance.
  package static func use(_ defaults: any EncodingDefaults.Type) {
    known.withLock { $0 = defaults }
  }

  /// The options of a new encoder, with the strategies that an encoder of Foundation shows.
  static func like(_ encoder: any Encoder) -> EncodingSnapshot {
    guard let defaults, let strategies = ForeignOptions(of: encoder) else { return .initial }
    return initial.changed { defaults.set(&$0, strategies) }
  }
}

/// The hooks that another module adds to every new encoder.
package protocol EncodingDefaults: SendableMetatype {
  static var encodingHooks: [TypeHook] { get }

  /// Sets options to strategies of Foundation's.
  static func set(_ options: inout EncodingOptions, _ strategies: ForeignOptions)
}

/// The type that the other module makes conform to `EncodingDefaults`.
package enum EncodingDefaultsProvider {}

// As for `DecodingDefaultsProvider`.
@available(*, unavailable)
extension EncodingDefaultsProvider: Sendable {}

// MARK: - TextCollections

/// A dictionary whose keys give names.
private protocol NamedDictionary {
  static var namedEncodingHook: EncodingHook? { get }
}

extension Dictionary: NamedDictionary {
  static var namedEncodingHook: EncodingHook? {
    guard Key.self != Int.self, let key = Key.self as? any JSONName.Convertible.Type,
      let value = Value.self as? any Encodable.Type
    else { return nil }
    return .named(key, value)
  }
}

/// An array, or a dictionary whose keys are names unchanged.
private protocol TextCollection: Encodable {
  static var isDictionary: Bool { get }

  /// Encodes the value of this type at an address to the text, at a place where nothing has been written
  /// yet.
  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace) throws
}

extension Array: TextCollection where Element: Encodable {
  static var isDictionary: Bool { false }

  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace
  ) throws {
    _ = session.open(place, isObject: false)
    // Invariant: the caller passes the address of an array of this type.
    let values = unsafe CheckedView<[Element]>(at: value)
    let isNew = unsafe session.hooks[Element.self] == nil
    guard unsafe session.hook(for: Element.self) == nil else {
      return try encode(values, from: 0, in: session, at: place)
    }
    var first = 0
    if isNew {
      // The first value of the type may turn out to be a model.
      try values.borrowValue { values in
        try unsafe values.withUnsafeBufferPointer { values in
          guard let start = unsafe CheckedView(values) else { return }
          try start.borrowValue { try session.encodeElement($0, in: place) }
          first = 1
        }
      }
      if unsafe session.hook(for: Element.self) != nil {
        return try encode(values, from: first, in: session, at: place)
      }
    }
    try values.borrowValue { values in
      try unsafe values.withUnsafeBufferPointer { values in
        guard let start = unsafe CheckedView(values) else { return }
        for index in first..<values.count {
          try (start + index).borrowValue {
            try session.encodePlainElement($0, in: place)
          }
        }
      }
    }
  }
}

extension Array where Element: Encodable {
  /// Encodes elements of a type that has a hook.
  private static func encode(
    _ values: CheckedView<[Element]>, from first: Int, in session: EncodingSession,
    at place: EncodingPlace
  ) throws {
    try values.borrowValue { values in
      try unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress else { return }
        var index = first
        while index < values.count {
          // Invariant: there is an element at each index.
          index &+= unsafe session.writeElements(
            start + index, count: values.count &- index, stride: MemoryLayout<Element>.stride,
            by: session.hook(for: Element.self), in: place)
          assert(index <= values.count)
          guard index < values.count else { return }
          try session.encodeElement(unsafe values[index], in: place)
          index &+= 1
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
    var members = unsafe CheckedView<[String: Value]>(at: value).pointee
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
    let hook = unsafe hook(for: T.self)
    if unsafe write(value, by: hook) { return }
    // As in Foundation, the `intValue` of the key is set like that of the standard library's keys, unless
    // a key strategy is set.
    if snapshot.convertsNames {
      try unsafe encode(value, JSONPathKey(stringValue: name), of: mark, by: hook)
    } else {
      try unsafe encode(value, JSONDictionaryKey(stringValue: name), of: mark, by: hook)
    }
  }
}

// MARK: - Arrays and dictionaries of scalars

extension JSONScalar {
  @inline(__always)
  static func write(array values: [Self], to output: CheckedPointer<TextOutput>) -> Bool {
    unsafe values.withUnsafeBufferPointer { values in
      let first = unsafe CheckedView(values)
      return writeList(values.indices, to: output) { index in
        // Invariant: a buffer with an index has elements.
        unsafe write(first.unsafelyUnwrapped + index, to: &output.pointee)
      }
    }
  }

  // Rows are borrowed. This avoids a retain and a release for each row (12 % of encoding canada.json).

  @inline(__always)
  static func write(rows: [[Self]], to output: CheckedPointer<TextOutput>) -> Bool {
    unsafe rows.withUnsafeBufferPointer { rows in
      let first = unsafe CheckedView(rows)
      return writeList(rows.indices, to: output) { index in
        // Invariant: as above.
        unsafe (first.unsafelyUnwrapped + index).borrowValue { write(row: $0, to: output) }
      }
    }
  }

  @inline(never)
  private static func write(
    row: borrowing [Self], to output: CheckedPointer<TextOutput>
  ) -> Bool {
    write(array: row, to: output)
  }

  @inline(__always)
  static func write(planes: [[[Self]]], to output: CheckedPointer<TextOutput>) -> Bool {
    writeList(planes, to: output) { write(rows: $0, to: output) }
  }

  @inline(__always)
  static func write(dictionary values: [String: Self], to output: CheckedPointer<TextOutput>)
    -> Bool
  {
    writeList(values, isObject: true, to: output) { name, value in
      output.pointee.string(name)
      output.pointee.colon()
      return unsafe withView(of: value) { write($0, to: &output.pointee) }
    }
  }

  /// Writes an array or object, each item with `writeItem`, until that returns `false`.
  @inline(__always)
  private static func writeList<Items: Collection>(
    _ items: Items, isObject: Bool = false, to output: CheckedPointer<TextOutput>,
    _ writeItem: (Items.Element) -> Bool
  ) -> Bool {
    if items.isEmpty {
      output.pointee.empty(isObject: isObject)
      return true
    }
    output.pointee.open(isObject: isObject)
    var isFirst = true
    for item in items {
      output.pointee.separate(isFirst)
      isFirst = false
      if !writeItem(item) { return false }
    }
    output.pointee.close(isObject: isObject)
    return true
  }
}
