import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The capabilities of standard output.
package struct Terminal {
  /// The width in columns.
  package var width = 100
  /// Whether colours may be used.
  package var hasColor = false
  /// Whether `width` is the width of a real window, where longer lines would wrap.
  package var isTerminal = false

  package init(isTerminal: Bool, width: Int? = nil, environment: [String: String] = [:]) {
    self.isTerminal = isTerminal
    if let width { self.width = max(width, Self.narrowest) }
    // https://no-color.org: present and not empty.
    let refusesColor = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    hasColor = isTerminal && !refusesColor
  }

  private static let narrowest = 40

  package static var standardOutput: Terminal {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let width = isTerminal ? windowWidth ?? environment["COLUMNS"].flatMap { Int($0) } : nil
    return Terminal(isTerminal: isTerminal, width: width, environment: environment)
  }

  package static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  private static var windowWidth: Int? {
    var window = winsize()
    // Invariant: TIOCGWINSZ writes one `winsize` through the pointer, which is valid for the call.
    let result = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window)
    return result == 0 && window.ws_col > 0 ? Int(window.ws_col) : nil
  }
}
