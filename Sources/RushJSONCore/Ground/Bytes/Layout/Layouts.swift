// The layout room: everything that the library knows of memory whose layout Swift does not promise.
//
//   StringLayout    the two words of a `String`, and the bytes of a native string
//   ContainerBox    the standard library's boxes around Codable containers
//   EnumLayout      the payload of an enum
//   Uniqueness      reference counts seen through an unmanaged reference
//   ArrayMemory     the memory of an array after it was made
//   LastingBytes    the address of an array's bytes after the call that gives it
//
// Each file draws the layout, probes it once per process, and reports it as unknown if one probe
// fails. Callers then take the general path, which gives the same results more slowly. No file
// outside this folder may depend on a bit of these layouts.

internal import _RushJSONShims

/// The switch for the whole room.
package enum Layouts {
  /// Whether layouts may be used at all. The package trait `PublicInterfacesOnly` turns this off,
  /// and the compiler then removes the code that depends on it.
  @inline(__always)
  static var areEnabled: Bool {
    // Android tags pointers in their high byte, where a string has its discriminator.
    #if !PublicInterfacesOnly && _pointerBitWidth(_64) && _endian(little) && !os(Android)
      true
    #else
      false
    #endif
  }

  /// Whether objects of the standard library may be read and written.
  ///
  /// Strings, enums and arrays are part of the ABI of Apple's systems. Classes that are not frozen may gain a
  /// field in a later system, where a probe would not see it. So the code is compiled out there.
  @inline(__always)
  static var includeObjects: Bool {
    #if canImport(Darwin)
      false
    #else
      areEnabled
    #endif
  }

  /// Whether probes may find a layout. `RUSHJSON_AS=public` in the environment makes each of them fail, so that the tests of
  /// one build reach the general paths.
  package static let mayBeKnown = areEnabled && rush_left_alone() < 2

  /// Whether a probe may find what objects of the standard library hold. `RUSHJSON_AS=apple` in the environment leaves them
  /// alone, so that another system can measure what Apple's run.
  static let mayIncludeObjects = includeObjects && rush_left_alone() == 0
}

// MARK: - EnumLayout

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
    guard Layouts.mayBeKnown, MemoryLayout<Value>.size >= MemoryLayout<Payload>.size else {
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
    at value: CheckedView<Value>, as type: Payload.Type
  ) -> CheckedView<Payload> {
    assert(MemoryLayout<Payload>.size <= MemoryLayout<Value>.size)
    assert(MemoryLayout<Payload>.alignment <= MemoryLayout<Value>.alignment)
    // Invariant: the caller has probed that the payload is at offset 0.
    return unsafe CheckedView(
      value.checked(MemoryLayout<Payload>.size).assumingMemoryBound(to: Payload.self), count: 1)
  }
}

// MARK: - Uniqueness

// Reference counts seen through an unmanaged reference.
//
//   T               │ address of the object │      counted
//   Unmanaged<T>    │ address of the object │      the same word, not counted
//
// `isKnownUniquelyReferenced` takes a counted reference, so its caller must be an owner. Here the
// owner is elsewhere: the keeper of a container. `Uniqueness.isKnown`
// probes both answers. Where it fails, no object counts as unique, and nothing is reused.

/// Whether references can be counted from the outside.
enum Uniqueness {
  private final class Probe {}

  /// Whether one owner is told from two, through references to a class of Swift's and to any object. On Apple's
  /// systems, the runtime has a function for each.
  static let isKnown =
    Layouts.mayBeKnown && tellsOwners { Probe() } && tellsOwners { Probe() as AnyObject }

  /// Whether an object with one owner is found unique, and with two owners is not.
  // Inlined, so that the call is that of the type.
  @inline(__always)
  private static func tellsOwners<Object: AnyObject>(of makeObject: () -> Object) -> Bool {
    guard Layouts.areEnabled,
      unsafe MemoryLayout<Unmanaged<Object>>.size == MemoryLayout<Object>.size
    else { return false }
    var owners = [makeObject()]
    var reference = unsafe Unmanaged.passUnretained(owners[0])
    guard unsafe reference.isOnlyReference() else { return false }
    owners.append(owners[0])
    let isUnique = unsafe reference.isOnlyReference()
    return withExtendedLifetime(owners) { !isUnique }
  }
}

extension Unmanaged {
  /// Whether exactly one counted reference to the object is left. Requires ``Uniqueness/isKnown``.
  @inline(__always)
  mutating func isOnlyReference() -> Bool {
    guard Layouts.areEnabled else { return false }
    // Unprotected: nothing is written through the pointer, so the caller's stack needs no guard.
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &self) { reference in
      // Invariant: an unmanaged reference has the same memory as a counted one.
      unsafe isKnownUniquelyReferenced(
        &UnsafeMutableRawPointer(reference).assumingMemoryBound(to: Instance.self).pointee)
    }
  }
}
