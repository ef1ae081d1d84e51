import CommandLineTools
import Foundation

/// A bar on a terminal that shows how much of a long input has been read.
struct ProgressBar {
  private let channels: Channels
  private let length: Int?
  private let isShown: Bool
  private var shown = 0
  private var hasShown = false

  /// Shorter inputs take less time than it takes to read a bar.
  private static let shortest = 256 << 20
  private static let step = 64 << 20

  init(_ channels: Channels, length: Int?) {
    self.channels = channels
    self.length = length
    isShown = channels.showsProgress && (length ?? .max) >= Self.shortest
  }

  mutating func advance(to count: Int) {
    if !isShown || count - shown < Self.step { return }
    (shown, hasShown) = (count, true)
    guard let length, length > 0 else { return channels.show("\r\u{1B}[K\(Figures.size(count))") }
    let done = min(30, 30 * count / length)
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: 30 - done)
    channels.show("\r\u{1B}[K\(bar) \(min(100, 100 * count / length)) % of \(Figures.size(length))")
  }

  func end() { if hasShown { channels.show("\r\u{1B}[K") } }
}
