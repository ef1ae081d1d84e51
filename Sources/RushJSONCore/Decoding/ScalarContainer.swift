/// A single-value container that decodes all scalars by one generic function.
package protocol ScalarContainer: SingleValueDecodingContainer {
  func scalar<T: TapeScalar>(_ type: T.Type) throws -> T
}

extension ScalarContainer {
  package func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  package func decode(_ type: String.Type) throws -> String { try scalar(type) }
  package func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  package func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  package func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  package func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}
