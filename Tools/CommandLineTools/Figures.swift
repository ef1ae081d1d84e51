import Foundation

/// Numbers for people.
package enum Figures {
  /// Megabytes (10⁶ bytes) per second; zero if no time passed, which does not happen in real runs.
  package static func megabytesPerSecond(bytes: Int, seconds: Double) -> Double {
    seconds > 0 ? Double(bytes) / seconds / 1e6 : 0
  }

  /// Three significant digits: `2150`, `69.0`, `0.31`.
  package static func speed(_ megabytesPerSecond: Double) -> String {
    threeDigits(megabytesPerSecond)
  }

  /// `31.2×`
  package static func ratio(_ value: Double) -> String { threeDigits(value) + "×" }

  /// `±1.2 %`
  package static func spread(_ fraction: Double) -> String {
    "±" + fixed(100 * fraction, decimals: 1) + " %"
  }

  /// `+3.1 %`
  package static func change(_ fraction: Double) -> String {
    (fraction < 0 ? "−" : "+") + fixed(abs(100 * fraction), decimals: 1) + " %"
  }

  /// `−4.1 … −2.0 %`
  package static func interval(_ low: Double, _ high: Double) -> String {
    func figure(_ fraction: Double) -> String { String(change(fraction).dropLast(2)) }
    return "\(figure(low)) … \(figure(high)) %"
  }

  /// `3 allocations`
  package static func allocations(_ count: Int) -> String {
    "\(count) \(count == 1 ? "allocation" : "allocations")"
  }

  /// `631 KB`: decimal units.
  package static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: threeDigits(Double(bytes) / 1e3) + " KB"
    case ..<1_000_000_000: threeDigits(Double(bytes) / 1e6) + " MB"
    default: threeDigits(Double(bytes) / 1e9) + " GB"
    }
  }

  /// `31.2 ns`, `0.52 s`
  package static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<999.5e-9: threeDigits(seconds * 1e9) + " ns"
    case ..<999.5e-6: threeDigits(seconds * 1e6) + " µs"
    case ..<0.09995: threeDigits(seconds * 1e3) + " ms"
    default: threeDigits(seconds) + " s"
    }
  }

  package static func fixed(_ value: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  private static func threeDigits(_ value: Double) -> String {
    switch abs(value) {
    case 99.95...: fixed(value, decimals: 0)
    case 9.995...: fixed(value, decimals: 1)
    default: fixed(value, decimals: 2)
    }
  }
}
