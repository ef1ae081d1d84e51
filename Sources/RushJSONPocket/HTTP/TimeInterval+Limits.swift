internal import Foundation

extension TimeInterval {
  /// The nearest time that timers, connections and durations accept: from 0 to 2,000,000 s, which are 23 days.
  /// 0 if this is not a number.
  var limited: TimeInterval { self > 0 ? min(self, 2_000_000) : 0 }
}
