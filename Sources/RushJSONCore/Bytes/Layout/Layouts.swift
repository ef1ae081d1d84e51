// The layout room: everything that the library knows of memory whose layout Swift does not promise.
//
//   StringLayout    the two words of a `String`, and the bytes of a native string
//   ContainerBox    the standard library's boxes around Codable containers
//   EnumLayout      the payload of an enum
//   Uniqueness      reference counts seen through an unmanaged reference
//
// Each file draws the layout, probes it once per process, and reports it as unknown if one probe
// fails. Callers then take the general path, which gives the same results more slowly. No file
// outside this folder may depend on a bit of these layouts.

/// The switch for the whole room.
enum Layouts {
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
}
