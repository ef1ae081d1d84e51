// The list is spelled out for each type: the compiler would not specialise a generic function down to
// the arrays that it fills.

extension TypeHooks {
  /// The hooks of the core's types.
  static var standardHooks: [TypeHook] {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return mainHooks + wideHooks
    }
    return mainHooks
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static var wideHooks: [TypeHook] {
    [
      TypedHook<Int128> { try $0.scalar(Int128.self) },
      TypedHook<[Int128]> { try Int128.elements($0) },
      TypedHook<[String: Int128]> { try Int128.members($0) },
      TypedHook<UInt128> { try $0.scalar(UInt128.self) },
      TypedHook<[UInt128]> { try UInt128.elements($0) },
      TypedHook<[String: UInt128]> { try UInt128.members($0) },
    ]
  }

  private static var mainHooks: [TypeHook] {
    [
      TypedHook<Bool> { try $0.scalar(Bool.self) },
      TypedHook<[Bool]> { try Bool.elements($0) },
      TypedHook<[String: Bool]> { try Bool.members($0) },
      TypedHook<String> { try $0.scalar(String.self) },
      TypedHook<[String]> { try String.elements($0) },
      TypedHook<[String: String]> { try String.members($0) },
      TypedHook<Double> { try $0.scalar(Double.self) },
      TypedHook<[Double]> { try Double.elements($0) },
      TypedHook<[String: Double]> { try Double.members($0) },
      TypedHook<Float> { try $0.scalar(Float.self) },
      TypedHook<[Float]> { try Float.elements($0) },
      TypedHook<[String: Float]> { try Float.members($0) },
      TypedHook<Int> { try $0.scalar(Int.self) },
      TypedHook<[Int]> { try Int.elements($0) },
      TypedHook<[String: Int]> { try Int.members($0) },
      TypedHook<Int8> { try $0.scalar(Int8.self) },
      TypedHook<[Int8]> { try Int8.elements($0) },
      TypedHook<[String: Int8]> { try Int8.members($0) },
      TypedHook<Int16> { try $0.scalar(Int16.self) },
      TypedHook<[Int16]> { try Int16.elements($0) },
      TypedHook<[String: Int16]> { try Int16.members($0) },
      TypedHook<Int32> { try $0.scalar(Int32.self) },
      TypedHook<[Int32]> { try Int32.elements($0) },
      TypedHook<[String: Int32]> { try Int32.members($0) },
      TypedHook<Int64> { try $0.scalar(Int64.self) },
      TypedHook<[Int64]> { try Int64.elements($0) },
      TypedHook<[String: Int64]> { try Int64.members($0) },
      TypedHook<UInt> { try $0.scalar(UInt.self) },
      TypedHook<[UInt]> { try UInt.elements($0) },
      TypedHook<[String: UInt]> { try UInt.members($0) },
      TypedHook<UInt8> { try $0.scalar(UInt8.self) },
      TypedHook<[UInt8]> { try UInt8.elements($0) },
      TypedHook<[String: UInt8]> { try UInt8.members($0) },
      TypedHook<UInt16> { try $0.scalar(UInt16.self) },
      TypedHook<[UInt16]> { try UInt16.elements($0) },
      TypedHook<[String: UInt16]> { try UInt16.members($0) },
      TypedHook<UInt32> { try $0.scalar(UInt32.self) },
      TypedHook<[UInt32]> { try UInt32.elements($0) },
      TypedHook<[String: UInt32]> { try UInt32.members($0) },
      TypedHook<UInt64> { try $0.scalar(UInt64.self) },
      TypedHook<[UInt64]> { try UInt64.elements($0) },
      TypedHook<[String: UInt64]> { try UInt64.members($0) },
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
  }
}
