#if canImport(Glibc)
  import Glibc

  @testable import RushJSONCore

  /// Pages that may be read and written, between two that fault at any access.
  @safe
  struct GuardedPages: ~Copyable {
    private let region: UnsafeMutableRawPointer
    private let page: Int
    private let length: Int

    /// The number of bytes between the guards.
    var count: Int { length - 2 * page }

    /// The system did not provide the pages.
    struct NoPages: Error {}

    init(atLeast bytes: Int) throws(NoPages) {
      let page = sysconf(Int32(_SC_PAGESIZE))
      let length = (bytes + page - 1) / page * page + 2 * page
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
      // Invariant: the region has this size, and contains its first and last page.
      guard let region = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0),
        unsafe region != MAP_FAILED,
        unsafe mprotect(region, page, PROT_NONE) == 0,
        unsafe mprotect(region + length - page, page, PROT_NONE) == 0
      else { throw NoPages() }
      self.page = page
      self.length = length
      unsafe self.region = region
    }

    deinit { unsafe munmap(region, length) }

    /// Calls `body` with a copy of `bytes` that begins right after the first guard.
    func withBytesAtStart<R>(_ bytes: [UInt8], _ body: (CheckedBytes) -> R) -> R {
      withBytes(bytes, at: page, body)
    }

    /// Calls `body` with a copy of `bytes` that ends right before the second guard.
    func withBytesAtEnd<R>(_ bytes: [UInt8], _ body: (CheckedBytes) -> R) -> R {
      withBytes(bytes, at: length - page - bytes.count, body)
    }

    private func withBytes<R>(
      _ bytes: [UInt8], at offset: Int, _ body: (CheckedBytes) -> R
    ) -> R {
      precondition(bytes.count <= count)
      // Invariant: the bytes are between the guards.
      let copy = unsafe UnsafeMutableRawBufferPointer(
        start: region + offset, count: bytes.count)
      unsafe copy.copyBytes(from: bytes)
      return unsafe body(CheckedBytes(copy))
    }
  }
#endif
