import Dispatch
import RushJSONCore
import _RushJSONFoundation

/// A thread that runs functions one after the other. It starts with the first one, and ends with this object.
///
/// The threads of Dispatch's queues are shared and few: a function that waits for a pipe would keep one from all others.
final class OwnThread: Sendable {
  private let work = ThreadWork()

  deinit { work.end() }

  /// Runs a function, which may block, after those before it.
  func run(_ job: @escaping @Sendable () -> Void) {
    if work.add(job) { OwnThread.start { [work] in work.runAll() } }
  }

  /// Runs a function on a new thread.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let job = unsafe Unmanaged.passRetained(ThreadJob(body))
    if unsafe !detach(job.toOpaque()) {
      unsafe job.release()
      // The system has no more threads.
      DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }
  }

  /// Starts a thread that takes over a retained `ThreadJob`. Returns `false` if there is none.
  private static func detach(_ job: UnsafeMutableRawPointer) -> Bool {
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        // Optional on some systems.
        let argument: UnsafeMutableRawPointer? = unsafe argument
        // Invariant: it is the job that was retained for this thread.
        if let argument = unsafe argument {
          unsafe Unmanaged<ThreadJob>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, job)
    guard code == 0 else { return false }
    #if canImport(Darwin) || canImport(Musl)
      if let thread = unsafe thread { _ = unsafe pthread_detach(thread) }
    #else
      _ = pthread_detach(thread)
    #endif
    return true
  }
}

private final class ThreadJob: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The functions that wait for a thread.
private final class ThreadWork: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isStarted = false
  }

  private let state = Locked(State())
  /// Counts the jobs, and the end.
  private let arrived = DispatchSemaphore(value: 0)

  /// Returns whether a thread has to be started.
  func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    arrived.signal()
    return isFirst
  }

  func end() { arrived.signal() }

  /// Runs the jobs as they come, until the end.
  func runAll() {
    while true {
      arrived.wait()
      let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      guard let job else { return }
      job()
    }
  }
}
