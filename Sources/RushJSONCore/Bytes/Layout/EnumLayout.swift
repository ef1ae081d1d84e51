// The payload of an enum.
//
//   enum RawJSON     │ payload …                 │ tag │
//                    0                           size of the largest payload
//
// An enum whose largest payload has no spare bits keeps its tag after the payloads, and each payload
// at offset 0. So a walk over a tree can read the words of a string or a reference in place, without
// retaining it. Swift does not promise this. Callers probe it with `holds`, and switch over the enum
// where the probe fails.

enum EnumLayout {
  /// Whether the memory of `value` begins with that of its payload.
  static func holds<Value, Payload>(_ payload: Payload, first value: Value) -> Bool {
    guard Layouts.areEnabled, MemoryLayout<Value>.size >= MemoryLayout<Payload>.size else {
      return false
    }
    return unsafe withUnsafeBytes(of: value) { value in
      // Invariant: each buffer lives during its closure; the comparison stays inside both.
      unsafe withUnsafeBytes(of: payload) { unsafe value.starts(with: $0) }
    }
  }

  /// The address of the payload of the value at `value`. Requires a probe by `holds`.
  @inline(__always)
  static func payload<Value, Payload>(
    at value: UnsafePointer<Value>, as type: Payload.Type
  ) -> UnsafePointer<Payload> {
    // Invariant: the caller has probed that the payload is at offset 0.
    unsafe UnsafeRawPointer(value).assumingMemoryBound(to: Payload.self)
  }
}
