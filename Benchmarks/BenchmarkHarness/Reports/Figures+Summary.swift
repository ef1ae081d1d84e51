extension Figures {
  /// `RushJSON 2150 MB/s, Foundation 69.0 MB/s`
  static func summary(of measurements: [Measurement]) -> String {
    measurements
      .sorted { $0.megabytesPerSecond > $1.megabytesPerSecond }
      .map { "\($0.contender) \(speed($0.megabytesPerSecond)) MB/s" }.joined(separator: ", ")
  }
}
