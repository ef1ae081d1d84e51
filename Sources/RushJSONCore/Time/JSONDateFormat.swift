/// How dates are written in a JSON text, for both directions: what `parse` reads, `write` writes.
///
///     JSONDateFormat.rfc3339                                    "2024-06-24T21:00:33.167806Z"
///     JSONDateFormat.rfc3339(.dateOnly, .fraction(.fixed(3)))   "2024-06-24T21:00:33.167Z"
///     JSONDateFormat.unix(.milliseconds)                        1719262833167.806
///     try JSONDateFormat.pattern("dd.MM.yyyy HH:mm")            "24.06.2024 21:00"
///     JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))           reads both, writes the first
///
/// An immutable value: no formatter of a platform is asked, nothing is cached and nothing is locked,
/// so one may be shared by as many tasks as there are. The calendar is the proleptic Gregorian one.
///
/// Reading what was written gives the same instant, to the digits that the format has; by default
/// these are all nine.
public struct JSONDateFormat: Sendable, Hashable {
  enum Storage: Sendable, Hashable {
    case rfc3339(RFC3339Rules)
    case unix(UnixRules)
    case pattern(DatePattern)
    case list([JSONDateFormat])
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// A format that reads what any of `formats` reads, tried in turn, and writes as the first.
  ///
  /// Numbers of the JSON text go to the formats for numbers only, strings to the others. If none
  /// reads a text, the error is of the format that came furthest. A list of none reads and writes
  /// nothing.
  public static func anyOf(_ formats: [JSONDateFormat]) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// A format that reads what any of `formats` reads, tried in turn, and writes as the first.
  public static func anyOf(_ formats: JSONDateFormat...) -> JSONDateFormat {
    JSONDateFormat(.list(formats))
  }

  /// What kind of JSON value a date is.
  public enum Form: Sendable, Hashable {
    case string
    case number
  }

  /// The form in which the format writes.
  public var form: Form {
    switch storage {
    case .rfc3339, .pattern: .string
    case .unix: .number
    case .list(let formats): formats.first?.form ?? .string
    }
  }

  /// Whether the format, or one of its list, reads values of this form.
  public func reads(_ form: Form) -> Bool {
    switch storage {
    case .rfc3339, .pattern: form == .string
    case .unix: form == .number
    case .list(let formats): formats.contains { $0.reads(form) }
    }
  }
}

// MARK: - Reading

extension JSONDateFormat {
  /// The instant that `text` stands for, all of it.
  ///
  /// - Complexity: O(*n*) in the bytes of the text, times the formats of a list. Allocates nothing
  ///   unless it throws.
  public func parse(_ text: String) throws(JSONDateError) -> JSONTimestamp {
    try parse(text.utf8.span)
  }

  /// The instant that the UTF-8 bytes of a text stand for, all of them.
  public func parse(_ bytes: Span<UInt8>) throws(JSONDateError) -> JSONTimestamp {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(JSONDateError) in
      try unsafe parse(buffer)
    }
  }

  /// The instant that the UTF-8 bytes of a text stand for, all of them.
  ///
  /// For a string of a JSON text these are the bytes between the quotes, unescaped; for a number its
  /// digits as they stand there. Nothing outside the buffer is read.
  public func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONDateError) -> JSONTimestamp {
    do throws(DateFailure) {
      switch storage {
      case .rfc3339(let rules):
        if let timestamp = unsafe RFC3339Rules.fast(bytes) { return timestamp }
        return try unsafe rules.parse(bytes)
      default: return try unsafe parse(bytes, as: nil)
      }
    } catch {
      throw unsafe error.error(in: bytes)
    }
  }

  /// The instant that the bytes of a string or a number stand for, by those formats alone that read
  /// this form.
  public func parse(
    _ bytes: UnsafeRawBufferPointer, as form: Form
  ) throws(JSONDateError) -> JSONTimestamp {
    do throws(DateFailure) {
      return try unsafe parse(bytes, as: form as Form?)
    } catch {
      throw unsafe error.error(in: bytes)
    }
  }

  private func parse(
    _ bytes: UnsafeRawBufferPointer, as form: Form?
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
        return try unsafe format.parse(bytes, as: form)
      } catch {
        // A format that was not for this form says nothing about the text.
        if case .wrongForm = error.kind { continue }
        if !hasFailed || error.offset > furthest.offset { furthest = error }
        hasFailed = true
      }
    }
    throw furthest
  }
}

// MARK: - Writing

extension JSONDateFormat {
  /// Bytes that `write` may use, more than it returns included.
  public var maximumLength: Int {
    switch storage {
    case .rfc3339: RFC3339Rules.maximumLength
    case .unix: UnixRules.maximumLength
    case .pattern(let pattern): pattern.maximumLength
    case .list(let formats): formats.first?.maximumLength ?? 0
    }
  }

  /// Writes the text of the instant and returns how many bytes it has.
  ///
  /// Throws `outOfRange(.year)` if the format shows the year and it is not one of 0 to 9999 on the
  /// format's clock. The text has no quotes around it. It may have bytes to be escaped only if a
  /// pattern has some.
  ///
  /// - Parameter bytes: Room for `maximumLength` bytes. All of them may be written to.
  public func write(
    _ timestamp: JSONTimestamp, to bytes: UnsafeMutablePointer<UInt8>
  ) throws(JSONDateError) -> Int {
    switch storage {
    case .rfc3339(let rules):
      guard let length = unsafe rules.write(timestamp, to: UnsafeMutableRawPointer(bytes))
      else { throw JSONDateError(.outOfRange(.year), at: 0) }
      return length
    case .unix(let rules):
      return unsafe rules.write(timestamp, to: UnsafeMutableRawPointer(bytes))
    case .pattern(let pattern):
      return try unsafe pattern.write(timestamp, to: UnsafeMutableRawPointer(bytes))
    case .list(let formats):
      guard let first = formats.first else { throw JSONDateError(.wrongForm, at: 0) }
      return try unsafe first.write(timestamp, to: bytes)
    }
  }

  /// Appends the text of the instant to `bytes`, as `write` writes it. Appends nothing if it throws.
  public func append(
    _ timestamp: JSONTimestamp, to bytes: inout [UInt8]
  ) throws(JSONDateError) {
    // A constant keeps the room on the stack; patterns may need more, and have it elsewhere.
    let capacity = maximumLength <= 64 ? 64 : maximumLength
    let failure: JSONDateError? = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: capacity
    ) { buffer in
      do throws(JSONDateError) {
        if let base = buffer.baseAddress {
          // Invariant: the buffer has the capacity that was asked for, and the text is in its front.
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

  /// The text of the instant. Throws as `write` does.
  public func format(_ timestamp: JSONTimestamp) throws(JSONDateError) -> String {
    var failure: JSONDateError?
    let text = unsafe String(unsafeUninitializedCapacity: maximumLength) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      do throws(JSONDateError) {
        // Invariant: the buffer has at least the capacity that was asked for.
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
