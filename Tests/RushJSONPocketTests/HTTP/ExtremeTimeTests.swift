import Foundation
import Testing

@testable import RushJSONPocket

/// Every number and time that a program may give to a store is accepted.
@Suite struct ExtremeTimeTests {
  private static let times: [TimeInterval] = [
    .infinity, -.infinity, .nan, 0, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e12,
  ]
  private static let numbers = [Int.min, -1, 0, 1, .max]

  @Test(arguments: times)
  func durationsOfTimes(time: TimeInterval) {
    var options = Pocket.HTTPStore.Options()
    options.timeoutInterval = time
    options.retries.delayInterval = time
    options.retries.maximumDelayInterval = time
    let durations = [options.timeout, options.retries.delay, options.retries.maximumDelay]
    for duration in durations {
      #expect(duration == (time > 1 ? .seconds(2_000_000) : .zero))
    }
    options.timeout = Duration(secondsComponent: .max, attosecondsComponent: 0)
    options.retries.delay = Duration(secondsComponent: .min, attosecondsComponent: 0)
    options.retries.maximumDelay = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(options.timeoutInterval > 1e18 && options.retries.delayInterval < -1e18)
  }

  @Test(arguments: times, numbers)
  func delaysBetweenAttempts(time: TimeInterval, number: Int) {
    for (delay, most) in [(time, time), (time, 1), (1, time)] {
      var retries = Pocket.HTTPStore.Retries(
        maximumAttempts: number, delayInterval: delay, maximumDelayInterval: most)
      #expect(retries.maximumAttempts >= 1)
      retries.maximumAttempts = number
      for attempt in [1, 2, 30, Int.max - 1] {
        let error = Pocket.Failure.timedOut(after: time)
        let wait = retries.wait(after: error, attempt: attempt, isSafe: true)
        #expect((wait == nil) == (attempt >= number))
        #expect(wait ?? 0 >= 0 && wait ?? 0 <= 2_000_000)
      }
    }
  }

  /// Nothing listens at the port, so each answer is an error at once.
  @Test(arguments: times)
  func requestsOfStores(time: TimeInterval) async throws {
    for size in Self.numbers {
      var options = Pocket.HTTPStore.Options()
      options.timeoutInterval = time
      options.maximumBodySize = size
      options.dataLimit.count = size
      options.retries = Pocket.HTTPStore.Retries(maximumAttempts: 1, delayInterval: time)
      let url = try #require(URL(string: "http://127.0.0.1:1"))
      let store = try Pocket.HTTPStore(base: url, options: options) { Pocket.HTTPStore.Token("a") }
      await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
      await #expect(throws: Pocket.Failure.self) { try await store.savePocket(Pocket()) }
    }
  }
}
