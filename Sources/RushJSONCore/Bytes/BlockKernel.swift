// The choice of the kernel that turns blocks of 64 bytes into offsets.

internal import _RushJSONShims

/// A block kernel that this processor can run. All kernels write the same offsets for the same bytes.
package struct BlockKernel: Sendable, Hashable, CustomStringConvertible {
  let raw: rush_kernel

  /// Eight bytes at a time in 64-bit integers. Every processor can run it.
  package static let portable = BlockKernel(raw: rush_kernel_portable)

  /// The kernels that can run here, slowest first.
  package static let available: [BlockKernel] = [
    rush_kernel_portable, rush_kernel_sse2, rush_kernel_neon, rush_kernel_avx2,
    rush_kernel_avx512, rush_kernel_vbmi2,
  ].filter { rush_kernel_is_available($0) != 0 }.map { BlockKernel(raw: $0) }

  /// The fastest kernel that can run here.
  // Read once per text, not per block: the check of the lazy initialiser costs a nanosecond.
  package static let fastest = available.last ?? .portable

  package var description: String {
    switch raw {
    case rush_kernel_sse2: "SSE2"
    case rush_kernel_neon: "NEON"
    case rush_kernel_avx2: "AVX2"
    case rush_kernel_avx512: "AVX-512"
    case rush_kernel_vbmi2: "AVX-512 with VBMI2"
    default: "portable"
    }
  }

  // Compares numbers: imported C enums compare through a witness, which is slower.
  package static func == (left: Self, right: Self) -> Bool {
    left.raw.rawValue == right.raw.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(raw.rawValue) }
}
