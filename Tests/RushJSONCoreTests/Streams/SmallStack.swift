import Foundation
import Testing

private final class ResultBox<Value>: @unchecked Sendable {
  // Written before the signal and read after it.
  var result: Result<Value, any Error>?
}

/// Runs `body` on a thread with a stack of 512 KB, which is what secondary threads get on some
/// systems, and waits for it.
func onSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let box = ResultBox<Result>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    box.result = Swift.Result { try body() }
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  return try #require(box.result).get()
}
