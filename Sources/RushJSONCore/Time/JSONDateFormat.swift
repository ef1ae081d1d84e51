/// A format of dates in JSON text, for both directions: what `write` writes, `parse` reads.
///
///     JSONDateFormat.rfc3339                                    "2024-06-24T21:00:33.167806Z"
///     JSONDateFormat.rfc3339(.dateOnly, .fraction(.fixed(3)))   "2024-06-24T21:00:33.167Z"
///     JSONDateFormat.unix(.milliseconds)                        1719262833167.806
///     try JSONDateFormat.pattern("dd.MM.yyyy HH:mm")            "24.06.2024 21:00"
///     JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))           reads both, writes the first
///
/// A format is an immutable value. It uses no formatter of the platform, no cache and no lock, so any
/// number of tasks can share it. The calendar is the proleptic Gregorian one.
///
/// Reading what was written gives the same instant, up to the digits that the format has; by default
/// these are all nine.
public struct JSONDateFormat: Sendable, Hashable {
  enum Storage: Sendable, Hashable {
    case rfc3339(RFC3339Rules)
    case unix(UnixRules)
    case pattern(DatePattern)
    case list([JSONDateFormat])
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// What the format reads, as the object of "expected".
  package var phrase: String {
    switch storage {
    case .rfc3339: "an RFC 3339 date"
    case .unix: "a date as a number"
    case .pattern(let pattern): "a date in the pattern '\(pattern.pattern)'"
    case .list(let formats): formats.map(\.phrase).joined(separator: " or ")
    }
  }

  /// A format that tries `formats` in turn when it reads, and writes as the first.
  ///
  /// JSON numbers go only to the formats for numbers, strings only to the others. If none reads a
  /// text, the error is that of the format that came furthest. An empty list reads and writes nothing.
  public static func anyOf(_ formats: [JSONDateFormat]) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// A format that tries `formats` in turn when it reads, and writes as the first.
  public static func anyOf(_ formats: JSONDateFormat...) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// The kind of JSON value that a date is.
  public enum Form: Sendable, Hashable {
    /// A string, such as `"2026-11-21T10:12:13Z"`.
    case string
    /// A number, such as `1795255933`.
    case number
  }

  /// The form that the format writes.
  public var form: Form {
    switch storage {
    case .rfc3339, .pattern: .string
    case .unix: .number
    case .list(let formats): formats.first?.form ?? .string
    }
  }

  /// Whether the format, or any format of its list, reads values of this form.
  public func reads(_ form: Form) -> Bool {
    switch storage {
    case .rfc3339, .pattern: form == .string
    case .unix: form == .number
    case .list(let formats): formats.contains { $0.reads(form) }
    }
  }
}

// MARK: - Fraction digits

extension JSONDateFormat {
  /// What happens to digits that do not fit.
  public enum Rounding: UInt8, Sendable, Hashable {
    /// They are dropped, so that a date never moves into the next second, day or year.
    case truncate
    /// The nearest value is used; of two equally near, the later one.
    case nearest
  }

  /// How many fraction digits are written.
  public enum FractionDigits: Sendable, Hashable {
    /// No fraction.
    case none
    /// This many digits, 0 ... 9; a number outside becomes the nearest inside.
    case fixed(Int)
    /// As many digits as needed, and at most `max` (0 ... 9): no fraction for a whole second.
    case shortestExact(max: Int = 9)
  }
}

extension WrittenDigits {
  mutating func set(_ fraction: JSONDateFormat.FractionDigits) {
    func clamped(_ count: Int) -> UInt8 { UInt8(min(max(count, 0), 9)) }
    switch fraction {
    case .none: (fewest, most) = (0, 0)
    case .fixed(let count): (fewest, most) = (clamped(count), clamped(count))
    case .shortestExact(let limit): (fewest, most) = (0, clamped(limit))
    }
  }
}

// MARK: - Reading

extension JSONDateFormat {
  /// The instant that the whole of `text` denotes.
  /// - Throws: ``JSONValueError/Kind/invalidDate(_:found:)`` with the byte offset in `text`.
  /// - Complexity: O(*n*) in the bytes of the text, for each format of a list. Allocates nothing
  ///   unless it throws.
  public func parse(_ text: String) throws(JSONValueError) -> JSONTimestamp {
    try text.withUTF8Span { (bytes) throws(JSONValueError) in try parse(bytes) }
  }

  /// Whether the format is RFC 3339, with any options.
  package var isRFC3339: Bool { if case .rfc3339 = storage { true } else { false } }

  /// The instant of a text in the usual form of RFC 3339, which all its options read the same, or `nil` for
  /// any other text. Without a format, which the caller would copy for the call.
  package static func usualInstant(_ text: String) -> JSONTimestamp? {
    guard let bytes = unsafe StringWords(text).nativeUTF8(NativeStringLayout.current) else {
      return nil
    }
    // Invariant: the string lives during the call, and with it its bytes.
    return withExtendedLifetime(text) { unsafe RFC3339Rules.fast(bytes) }
  }

  /// The instant that the UTF-8 of a whole text denotes.
  /// - Throws: As ``parse(_:)-(String)``.
  public func parse(_ bytes: Span<UInt8>) throws(JSONValueError) -> JSONTimestamp {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(JSONValueError) in
      try unsafe parse(buffer)
    }
  }

  /// The instant that the UTF-8 of a whole text denotes; if `form` is given, by the formats that read
  /// this form.
  ///
  /// For a JSON string these are the bytes between the quotes, unescaped; for a JSON number they are
  /// its text. Nothing outside the buffer is read.
  /// - Throws: As ``parse(_:)-(String)``.
  public func parse(
    _ bytes: UnsafeRawBufferPointer, as form: Form? = nil
  ) throws(JSONValueError) -> JSONTimestamp {
    // The usual case alone, so that it needs no room for errors on the stack.
    if case .rfc3339 = storage, form != .number, let timestamp = unsafe RFC3339Rules.fast(bytes) {
      return timestamp
    }
    return try unsafe parseCarefully(bytes, form)
  }

  @inline(never)
  private func parseCarefully(
    _ bytes: UnsafeRawBufferPointer, _ form: Form?
  ) throws(JSONValueError) -> JSONTimestamp {
    do throws(DateFailure) {
      return try unsafe instant(bytes, form)
    } catch {
      throw unsafe error.error(in: bytes)
    }
  }

  private func instant(
    _ bytes: UnsafeRawBufferPointer, _ form: Form?
  ) throws(DateFailure) -> JSONTimestamp {
    switch storage {
    case .rfc3339(let rules):
      if form == .number { throw DateFailure(.wrongForm, at: 0) }
      if let timestamp = unsafe RFC3339Rules.fast(bytes) { return timestamp }
      return try unsafe rules.parse(bytes)
    case .unix(let rules):
      if form == .string { throw DateFailure(.wrongForm, at: 0) }
      return try unsafe rules.parse(bytes)
    case .pattern(let pattern):
      if form == .number { throw DateFailure(.wrongForm, at: 0) }
      return try unsafe pattern.parse(bytes)
    case .list(let formats):
      return try unsafe JSONDateFormat.parse(bytes, as: form, by: formats)
    }
  }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, as form: Form?, by formats: [JSONDateFormat]
  ) throws(DateFailure) -> JSONTimestamp {
    var furthest = DateFailure(.wrongForm, at: 0)
    var hasFailed = false
    for format in formats {
      do throws(DateFailure) {
        return try unsafe format.instant(bytes, form)
      } catch {
        // A format for the other form says nothing about the text.
        if case .wrongForm = error.fault { continue }
        if !hasFailed || error.offset > furthest.offset { furthest = error }
        hasFailed = true
      }
    }
    throw furthest
  }
}

// MARK: - Writing

extension JSONDateFormat {
  /// The room that `write` needs, in bytes. It may exceed the length that `write` returns.
  public var maximumLength: Int {
    switch storage {
    case .rfc3339: RFC3339Rules.maximumLength
    case .unix: UnixRules.maximumLength
    case .pattern(let pattern): pattern.maximumLength
    case .list(let formats): formats.first?.maximumLength ?? 0
    }
  }

  /// Writes the text of the instant and returns its length in bytes.
  ///
  /// The text has no quotes around it. It needs escapes only if a pattern has literal text that does.
  /// - Parameter bytes: Room for `maximumLength` bytes. Any of them may be written.
  /// - Throws: ``JSONValueError/Kind/invalidDate(_:found:)`` without an offset, if the format shows the
  ///   year and it is not in 0 ... 9999 on the format's clock.
  public func write(
    _ timestamp: JSONTimestamp, to bytes: UnsafeMutablePointer<UInt8>
  ) throws(JSONValueError) -> Int {
    // The usual case alone, as in `parse`.
    if case .rfc3339(let rules) = storage,
      let length = unsafe rules.write(timestamp, to: UnsafeMutableRawPointer(bytes))
    {
      return length
    }
    return try unsafe writeOther(timestamp, to: bytes)
  }

  @inline(never)
  private func writeOther(
    _ timestamp: JSONTimestamp, to bytes: UnsafeMutablePointer<UInt8>
  ) throws(JSONValueError) -> Int {
    switch storage {
    case .rfc3339: throw JSONValueError(.invalidDate(.outOfRange(.year)))
    case .unix(let rules):
      return unsafe rules.write(timestamp, to: UnsafeMutableRawPointer(bytes))
    case .pattern(let pattern):
      return try unsafe pattern.write(timestamp, to: UnsafeMutableRawPointer(bytes))
    case .list(let formats):
      guard let first = formats.first else { throw JSONValueError(.invalidDate(.wrongForm)) }
      return try unsafe first.write(timestamp, to: bytes)
    }
  }

  /// Appends the text of the instant to `bytes`. Appends nothing if it throws.
  /// - Throws: As ``write(_:to:)``.
  public func append(_ timestamp: JSONTimestamp, to bytes: inout [UInt8]) throws(JSONValueError) {
    // A constant keeps the room on the stack. Only patterns may need more, on the heap.
    let capacity = maximumLength <= 64 ? 64 : maximumLength
    let failure: JSONValueError? = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: capacity
    ) { buffer in
      do throws(JSONValueError) {
        if let base = buffer.baseAddress {
          // Invariant: the buffer has the requested capacity, and begins with the text.
          let length = unsafe try write(timestamp, to: base)
          unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: length))
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// The text of the instant.
  /// - Throws: As ``write(_:to:)``.
  public func format(_ timestamp: JSONTimestamp) throws(JSONValueError) -> String {
    var failure: JSONValueError?
    let text = unsafe String(unsafeUninitializedCapacity: maximumLength) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      do throws(JSONValueError) {
        // Invariant: the buffer has at least the requested capacity.
        return try unsafe write(timestamp, to: base)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return text
  }
}
