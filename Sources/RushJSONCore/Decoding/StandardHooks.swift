extension TapeScalar {
  /// The hooks for a scalar and for arrays of it.
  @inline(__always)
  fileprivate static var hooks: [TypeHook] {
    [TypedHook<Self> { try $0.scalar(Self.self) }, TypedHook<[Self]> { try elements($0) }]
  }

  /// The hook for dictionaries. Each takes 6 KB of a program, so only the frequent ones have it.
  @inline(__always)
  fileprivate static var dictionaryHook: TypeHook {
    TypedHook<[String: Self]> { try members($0) }
  }
}

extension TypeHooks {
  /// The hooks of the core's types.
  static var standardHooks: [TypeHook] {
    var integers =
      Int.hooks + Int8.hooks + Int16.hooks + Int32.hooks + Int64.hooks + UInt.hooks + UInt8.hooks
      + UInt16.hooks + UInt32.hooks + UInt64.hooks
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      integers += Int128.hooks + UInt128.hooks
    }
    let others: [TypeHook] = [
      Bool.dictionaryHook, String.dictionaryHook, Double.dictionaryHook, Int.dictionaryHook,
      TypedHook<[[String]]> { try String.rows($0) },
      TypedHook<[[Double]]> { try Double.rows($0) },
      TypedHook<[[Float]]> { try Float.rows($0) },
      TypedHook<[[Int]]> { try Int.rows($0) },
      TypedHook<[[[Double]]]> { try Double.planes($0) },
      TypedHook<RawJSON> { try $0.decodeRawJSON() },
      TypedHook<JSONNumber> { try $0.jsonNumber() },
      TypedHook<JSONTimestamp> {
        try $0.timestamp(.timestamps, for: JSONTimestamp.self, message: "Not a timestamp:")
      },
    ]
    return Bool.hooks + String.hooks + Double.hooks + Float.hooks + integers + others
  }
}
