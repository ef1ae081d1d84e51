internal import RushJSONCore
internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  /// Writes Swift and Foundation objects as text, without a tree in between.
  ///
  /// It recurses at most 512 levels, the limit of writers.
  struct ObjectWriter: ~Copyable {
    /// A value that cannot be written. The path is assembled while unwinding.
    private struct Refusal: Error {
      var error: JSONWritingError
      /// The innermost step first.
      var path: [String] = []
    }

    private var writer: JSONWriter
    private let sortsNames: Bool

    private init(_ writer: consuming JSONWriter, _ options: RushJSONSerialization.WritingOptions) {
      self.writer = writer
      sortsNames = options.contains(.sortedKeys)
    }

    /// The text of `object`.
    static func data(_ object: Any, _ options: RushJSONSerialization.WritingOptions) throws -> Data
    {
      var writer = ObjectWriter(JSONWriter(options: JSONWritingOptions(options)), options)
      do {
        try writer.root(object, options)
        return try writer.writer.withText { Data(copying: $0) }
      } catch {
        throw CocoaError.notJSON(error)
      }
    }

    /// Passes the text of `object` to `sink`, and returns its length in bytes.
    static func write(
      _ object: Any, _ options: RushJSONSerialization.WritingOptions,
      to sink: (Span<UInt8>) throws -> Void
    ) throws -> Int {
      try ByteSink.lend(sink) { sink in
        let output = JSONWriter(options: JSONWritingOptions(options), to: sink)
        var writer = ObjectWriter(output, options)
        do {
          try writer.root(object, options)
          try writer.writer.withText { _ in }
          return writer.writer.byteCount
        } catch let error as JSONWritingError where error.kind == .sink {
          throw error.underlying ?? error
        } catch {
          throw CocoaError.notJSON(error)
        }
      }
    }

    private mutating func root(
      _ object: Any, _ options: RushJSONSerialization.WritingOptions
    ) throws(JSONWritingError) {
      do throws(Refusal) {
        try value(object, isAllowed: options.contains(.fragmentsAllowed))
      } catch {
        var refused = error.error
        if !error.path.isEmpty { refused.pointer = JSONPointer(tokens: error.path.reversed()) }
        throw refused
      }
    }

    // MARK: - Values

    /// Writes a value. `isAllowed` says whether it may be a scalar.
    private mutating func value(_ value: Any, isAllowed: Bool = true) throws(Refusal) {
      // Types are compared by identity, because a failing cast tries every bridge that Foundation knows.
      let type = ObjectIdentifier(Swift.type(of: value))
      if type == ObjectIdentifier([String: Any].self), let value = value as? [String: Any] {
        return try members(value)
      }
      if type == ObjectIdentifier([Any].self), let value = value as? [Any] {
        return try elements(value)
      }
      switch ObjectKind(value) {
      case .container(let container): try contents(container)
      case .refused(let kind): throw Refusal(error: JSONWritingError(kind))
      case .scalar(let scalar):
        guard isAllowed || scalar.kind == .array || scalar.kind == .object else {
          throw Refusal(error: JSONWritingError(.unsupportedType("\(Swift.type(of: value))")))
        }
        try step { writer throws(JSONWritingError) in try writer.value(scalar) }
      }
    }

    @inline(__always)
    private mutating func step(
      _ write: (inout JSONWriter) throws(JSONWritingError) -> Void
    ) throws(Refusal) {
      do throws(JSONWritingError) {
        try write(&writer)
      } catch {
        // The writer's own path is whole, or unknown.
        throw Refusal(error: error)
      }
    }

    private mutating func elements(_ elements: [Any]) throws(Refusal) {
      try step { writer throws(JSONWritingError) in try writer.beginArray() }
      for (index, element) in elements.enumerated() {
        do throws(Refusal) { try value(element) } catch { throw below("\(index)", error) }
      }
      try step { writer throws(JSONWritingError) in try writer.endArray() }
    }

    private mutating func members(_ members: [String: Any]) throws(Refusal) {
      try step { writer throws(JSONWritingError) in try writer.beginObject() }
      if sortsNames {
        for (name, value) in members.sorted(by: { ObjectWriter.isBefore($0.key, $1.key) }) {
          try member(name, value)
        }
      } else {
        for (name, value) in members { try member(name, value) }
      }
      try step { writer throws(JSONWritingError) in try writer.endObject() }
    }

    private mutating func member(_ name: String, _ value: Any) throws(Refusal) {
      try step { writer throws(JSONWritingError) in try writer.name(name) }
      do throws(Refusal) { try self.value(value) } catch { throw below(name, error) }
    }

    /// Writes a collection of one type, or one of Foundation's.
    private mutating func contents(_ container: OpenObject) throws(Refusal) {
      var container = container
      var elements: [Any] = []
      var members: [(name: String, value: Any)] = []
      let isArray = container.isArray
      reading: while true {
        switch container.next() {
        case .value(let value) where isArray: elements.append(value)
        case .value(let value): members.append((container.step, value))
        case .end: break reading
        case .refused(let kind): throw Refusal(error: JSONWritingError(kind))
        }
      }
      if isArray { return try self.elements(elements) }
      if sortsNames { members.sort { ObjectWriter.isBefore($0.name, $1.name) } }
      try step { writer throws(JSONWritingError) in try writer.beginObject() }
      for (name, value) in members { try member(name, value) }
      try step { writer throws(JSONWritingError) in try writer.endObject() }
    }

    /// The error of a value, seen from its container.
    @inline(never)
    private func below(_ step: String, _ refusal: Refusal) -> Refusal {
      var refusal = refusal
      if refusal.error.pointer == nil { refusal.path.append(step) }
      return refusal
    }

    // MARK: - Order

    /// Foundation's order of names: numbers by value, letters regardless of case unless all else is equal.
    private static func isBefore(_ a: String, _ b: String) -> Bool {
      // Nearly all names are lower-case letters, whose order is that of their bytes.
      if isPlain(a), isPlain(b) { return a < b }
      return a.compare(
        b, options: [.caseInsensitive, .numeric, .forcedOrdering], range: nil, locale: root)
        == .orderedAscending
    }

    private static let root = Locale(identifier: "")

    private static func isPlain(_ name: String) -> Bool {
      name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
  }

  extension JSONWritingOptions {
    fileprivate init(_ options: RushJSONSerialization.WritingOptions) {
      self = options.contains(.prettyPrinted) ? .foundationPretty : .compact
      if !options.contains(.withoutEscapingSlashes) { escaping = .slashes }
    }
  }
#endif
