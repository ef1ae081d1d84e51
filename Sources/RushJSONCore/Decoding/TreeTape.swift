// A tree as a tape, so that one decoder serves texts, documents and trees.
//
//   {"a": [1.50, "x\n"]}     records   object, name "a", array, double 1.5, string
//                            bytes     a1.50 x⏎
//
// The bytes hold the names, strings and spellings of numbers. They are not JSON: strings have neither
// quotes nor escapes, so every string and number of the tree comes out as the same value.

struct TreeTape {
  private var records = [TapeRecord(.array, at: 0, payload: 0)]
  private var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  private let options: JSONReadingOptions

  /// An array or an object whose children are not all recorded.
  private struct OpenContainer {
    let array: JSONArray
    let object: JSONObject
    let isObject: Bool
    let record: Int
    var next = 0

    var count: Int { isObject ? object.count : array.count }
  }

  private init(_ options: JSONReadingOptions) { self.options = options }

  /// A document with the values of `tree`. Throws `DecodingError.dataCorrupted` if the tree exceeds the
  /// limits of `options`. Does not recurse.
  static func storage(of tree: RawJSON, options: JSONReadingOptions) throws -> DocumentStorage {
    var tape = TreeTape(options)
    try tape.add(tree)
    while let container = tape.open.last {
      if container.next == container.count {
        tape.close(container)
        continue
      }
      tape.open[tape.open.count - 1].next += 1
      if container.isObject {
        let member = container.object[container.next]
        try tape.add(member.name, as: .name)
        try tape.add(member.value)
      } else {
        try tape.add(container.array[container.next])
      }
    }
    tape.records[0].payload = UInt64(tape.records.count) << 32 | 1
    // No string has escapes, and numbers may be NaN and the infinities.
    var reading = options
    reading.leniencies = .json5
    return unsafe tape.records.withUnsafeBufferPointer { records in
      unsafe tape.bytes.withUnsafeBytes {
        unsafe DocumentStorage(copying: records, $0, options: reading)
      }
    }
  }

  private mutating func add(_ value: RawJSON) throws {
    switch value {
    case .null: try append(.null)
    case .bool(let value): try append(value ? .true : .false)
    case .number(let number): try add(number)
    case .string(let string): try add(string, as: .string)
    case .array(let array): try begin(.array, array, JSONObject())
    case .dictionary(let object): try begin(.object, JSONArray(), object)
    }
  }

  private mutating func append(_ kind: TapeKind, at offset: Int? = nil, payload: UInt64 = 0) throws
  {
    if records.count == TapeSink.maximumRecords { throw exceeded(.tooManyValues) }
    if bytes.count > options.maximumLength { throw exceeded(.textTooLong) }
    records.append(TapeRecord(kind, at: offset ?? bytes.count, payload: payload))
  }

  private mutating func add(_ string: String, as kind: TapeKind) throws {
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    let length = bytes.count - start
    if length > options.maximumStringLength { throw exceeded(.stringTooLong) }
    try append(kind, at: start, payload: UInt64(length))
  }

  private mutating func add(_ number: JSONNumber) throws {
    let start = bytes.count
    bytes.append(contentsOf: number.spelling.utf8)
    if bytes.count - start > options.maximumNumberLength { throw exceeded(.numberTooLong) }
    // Invariant: the spelling was appended, and the scan does not leave it.
    let (kind, payload) = unsafe bytes.withUnsafeBytes { bytes in
      let spelling = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      return unsafe TapeSink.converted(spelling)
    }
    // The number ends before a byte that belongs to no number.
    bytes.append(.space)
    try append(kind, at: start, payload: payload)
  }

  private mutating func begin(_ kind: TapeKind, _ array: JSONArray, _ object: JSONObject) throws {
    if open.count >= options.maximumDepth { throw exceeded(.tooDeep) }
    let record = records.count
    // Before it is open, because the path of an error ends with the child of an open container.
    try append(kind)
    let isObject = kind == .object
    open.append(OpenContainer(array: array, object: object, isObject: isObject, record: record))
  }

  private mutating func close(_ container: OpenContainer) {
    let distance = UInt64(records.count - container.record)
    records[container.record].payload = distance << 32 | UInt64(container.count)
    open.removeLast()
  }

  /// The error for a tree beyond a limit, with the path of the value.
  private func exceeded(_ kind: JSONSyntaxError.Kind) -> DecodingError {
    let path = open.map { container in
      container.isObject
        ? JSONPathKey(stringValue: container.object[container.next - 1].name)
        : JSONPathKey(position: container.next - 1)
    }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription:
          "The tree cannot be decoded: \(options.limit(of: kind)?.description ?? "\(kind)")."))
  }
}

extension JSONNumber {
  /// The text of the number; for NaN and the infinities, that of JSON5.
  fileprivate var spelling: String {
    if isFinite { return text }
    let value = nearestDouble
    return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }
}
