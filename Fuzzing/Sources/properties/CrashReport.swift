import Foundation

/// Says which case was running if one ends the process.
///
/// A signal handler may call hardly anything, so the line is written before each case, in memory that
/// lives as long as the process.
enum CrashReport {
  private static let capacity = 64
  // Invariant: `capacity` bytes, allocated once and never freed; one thread runs cases.
  nonisolated(unsafe) private static let line: UnsafeMutablePointer<UInt8> = {
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe line.initialize(repeating: 0x20, count: capacity)
    return unsafe line
  }()

  static func install() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM] {
      _ = signal(number) { number in
        CrashReport.print()
        _ = signal(number, SIG_DFL)
        raise(number)
      }
    }
    isRunning(.reading, 0)
  }

  static func isRunning(_ target: FuzzTarget, _ seed: UInt64) {
    var at = 0
    func put(_ byte: UInt8) {
      // Invariant: `at` is below the capacity: names are short, and a seed has at most 20 digits.
      if at < capacity - 1 { unsafe line[at] = byte }
      at += 1
    }
    for byte in target.rawValue.utf8 { put(byte) }
    for byte in ", seed ".utf8 { put(byte) }
    for byte in String(seed).utf8 { put(byte) }
    put(0x0a)
    while at < capacity - 1 { put(0x20) }
    unsafe line[capacity - 1] = 0x0a
  }

  private static func print() {
    let message: StaticString = "ended the process: "
    // Invariant: both are initialised, and as long as that.
    _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
    _ = unsafe write(2, line, capacity)
  }
}
