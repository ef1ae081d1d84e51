extension TextScalar {
  /// The hooks for a scalar and for arrays of it.
  @inline(__always)
  fileprivate static var hooks: [EncodingHook] {
    unsafe [
      EncodingHook(Self.self) { unsafe write($0, to: $1) },
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
    var integers =
      Int.hooks + Int8.hooks + Int16.hooks + Int32.hooks + Int64.hooks + UInt.hooks + UInt8.hooks
      + UInt16.hooks + UInt32.hooks + UInt64.hooks
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      integers += Int128.hooks + UInt128.hooks
    }
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
    return Bool.hooks + String.hooks + Double.hooks + Float.hooks + integers + arrays + trees
      + dictionaries
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
    return EncodingSnapshot(EncodingOptions(hooks: EncodingHooks(hooks)))
  }()
}

/// The hooks that another module adds to every new encoder.
package protocol EncodingDefaults {
  static var encodingHooks: [EncodingHook] { get }
}

/// The type that the other module makes conform to `EncodingDefaults`.
package enum EncodingDefaultsProvider {}
