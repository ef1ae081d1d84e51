import Testing

@testable import RushJSONCore

/// Pointers end the process where they leave their memory, in checked builds. Elsewhere, sanitizers find it.
@Suite struct CheckedPointerTests {
  /// Whether pointers have bounds, which take room.
  static let areChecked = MemoryLayout<MemoryBounds>.size > 0

  @Test func storesInItsMemory() {
    // Invariant: four bytes are allocated, and each is written before it is read.
    let bytes = unsafe CheckedPointer<UInt8>.allocate(capacity: 4)
    bytes.initialize(repeating: 1, count: 4)
    bytes[3] = 7
    let view = CheckedView(bytes) + 1
    #expect(view[2] == 7 && view[0] == 1 && view[-1] == 1)
    unsafe bytes.deallocate()
  }

  @Test(.enabled(if: areChecked, "only checked builds have bounds"))
  func indexOneTooFarEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let bytes = unsafe CheckedPointer<UInt8>.allocate(capacity: 4)
      bytes[4] = 1
    }
    await #expect(processExitsWith: .failure) {
      let bytes = unsafe CheckedPointer<UInt8>.allocate(capacity: 4)
      bytes[-1] = 1
    }
  }

  @Test(.enabled(if: areChecked, "only checked builds have bounds"))
  func lengthOneTooLongEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let bytes = unsafe CheckedPointer<UInt8>.allocate(capacity: 8)
      _ = CheckedView(bytes + 1).load(as: UInt64.self)
    }
    await #expect(processExitsWith: .failure) {
      let bytes = unsafe CheckedPointer<UInt8>.allocate(capacity: 8)
      (bytes + 1).initialize(repeating: 0, count: 8)
    }
  }

  @Test(.enabled(if: areChecked, "only checked builds have bounds"))
  func wordBeyondAViewEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let text = [UInt8](repeating: 0, count: 16)
      unsafe text.withUnsafeBufferPointer { bytes in
        guard let view = unsafe CheckedView(bytes) else { return }
        _ = view.load(at: 8, as: UInt64.self)
        _ = view.load(at: 9, as: UInt64.self)
      }
    }
  }
}
