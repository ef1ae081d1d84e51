// A request and its answer on URLSession, with a time limit, a size limit and no redirections.

internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends each request once.
final class PocketExchange: NSObject, URLSessionDataDelegate, Sendable {
  private let timeout: TimeInterval
  private let maximumBodySize: Int
  private let state = Locked(State())

  private struct State {
    /// Created on first use, because a session retains its delegate until it is invalidated.
    var session: URLSession?
    var answers: [Int: Answer] = [:]
  }

  /// The answer so far, and the continuation that waits for it.
  private struct Answer {
    let task: URLSessionDataTask
    var body = Data()
    var response: HTTPURLResponse?
    let continuation: CheckedContinuation<Result<Pocket.HTTPStore.Response, Pocket.Failure>, Never>
  }

  init(timeout: TimeInterval, maximumBodySize: Int) {
    self.timeout = timeout
    self.maximumBodySize = maximumBodySize
  }

  /// Ends the session after its last task. Nothing can be sent afterwards.
  func invalidate() { state.withLock { $0.session.take() }?.finishTasksAndInvalidate() }

  /// Sends a request, and waits for an answer of any status.
  func send(_ request: URLRequest) async throws(Pocket.Failure) -> Pocket.HTTPStore.Response {
    let seconds = timeout
    let running = Locked<Int?>(nil)
    let result: Result<Pocket.HTTPStore.Response, Pocket.Failure> =
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
          let task = begin(request, continuation)
          running.withLock { $0 = task }
          // The cancellation may have come before there was a task.
          if Task.isCancelled { end(task, .cancelled) }
          // A separate timer, because on Linux URLSession's timeouts have a resolution of a second and
          // restart with every byte. It does not retain this object, and does nothing after an answer.
          DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.end(task, .timedOut(after: seconds))
          }
        }
      } onCancel: {
        if let task = running.withLock({ $0 }) { end(task, .cancelled) }
      }
    return try result.get()
  }

  private func begin(
    _ request: URLRequest,
    _ continuation: CheckedContinuation<Result<Pocket.HTTPStore.Response, Pocket.Failure>, Never>
  ) -> Int {
    let session = state.withLock { state in
      let session = state.session ?? makeSession()
      state.session = session
      return session
    }
    // Without the lock: on Linux, a task is made and resumed on the thread that calls the delegate, which
    // may be waiting for the lock.
    let task = session.dataTask(with: request)
    state.withLock {
      $0.answers[task.taskIdentifier] = Answer(task: task, continuation: continuation)
    }
    task.resume()
    return task.taskIdentifier
  }

  /// Ends a task with an error, unless it has ended already.
  private func end(_ task: Int, _ reason: Pocket.Failure) {
    guard let answer = state.withLock({ $0.answers.removeValue(forKey: task) }) else { return }
    // On another thread, because on Linux this one may be the session's, which would wait for itself.
    DispatchQueue.global().async { answer.task.cancel() }
    answer.continuation.resume(returning: .failure(reason))
  }

  /// Resumes the waiting caller with a result, unless that has happened already.
  private func answer(_ task: Int, _ result: Result<Pocket.HTTPStore.Response, Pocket.Failure>) {
    let continuation = state.withLock { $0.answers.removeValue(forKey: task)?.continuation }
    continuation?.resume(returning: result)
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // Longer than this object's own timer, which ends the task first.
    let seconds = timeout.rounded(.up) + 60
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    #if canImport(FoundationNetworking)
      let queue: OperationQueue? = DirectQueue()
    #else
      let queue: OperationQueue? = nil
    #endif
    return URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
  }

  // MARK: - Delegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Reported here: on Linux, the answer that redirects is not always delivered.
    let continuation = state.withLock { state in
      let answer = state.answers.removeValue(forKey: task.taskIdentifier)
      // On Linux, calling the handler of a cancelled task ends the process. So it is called only by the
      // code that removes the entry, and a task is cancelled only by other code that removes it.
      #if canImport(FoundationNetworking)
        if answer != nil { completionHandler(nil) }
      #else
        completionHandler(nil)
      #endif
      return answer?.continuation
    }
    continuation?.resume(
      returning: .failure(.status(Pocket.HTTPStore.Response(response, body: Data()))))
  }

  #if canImport(FoundationNetworking)
    /// Reports an answer that asks for a user and a password. The token is all that there is to offer.
    ///
    /// Without this method, the task of such an answer never ends on Linux. The challenge comes after the body.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let response = challenge.failureResponse as? HTTPURLResponse else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let body = state.withLock { $0.answers[task.taskIdentifier]?.body }
      end(
        task.taskIdentifier, .status(Pocket.HTTPStore.Response(response, body: body ?? Data())))
    }
  #endif

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return end(dataTask.taskIdentifier, .notHTTP)
    }
    // Before the first byte of the body, where the answer has its length.
    if response.expectedContentLength > maximumBodySize {
      completionHandler(.cancel)
      return end(dataTask.taskIdentifier, .tooLarge(limit: maximumBodySize))
    }
    state.withLock { $0.answers[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let task = dataTask.taskIdentifier
    let isTooLarge = state.withLock { state in
      guard let count = state.answers[task]?.body.count else { return false }
      if count + data.count > maximumBodySize { return true }
      // In place: with a second reference to the body, each chunk would copy it.
      state.answers[task]?.body.append(data)
      return false
    }
    if isTooLarge { end(task, .tooLarge(limit: maximumBodySize)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      let known = error as? URLError ?? URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
      return answer(task.taskIdentifier, .failure(.connection(known)))
    }
    let (body, received) = state.withLock { state in
      let answer = state.answers[task.taskIdentifier]
      return (answer?.body ?? Data(), answer?.response)
    }
    guard let response = received ?? task.response as? HTTPURLResponse else {
      return answer(task.taskIdentifier, .failure(.notHTTP))
    }
    answer(task.taskIdentifier, .success(Pocket.HTTPStore.Response(response, body: body)))
  }
}

#if canImport(FoundationNetworking)
  /// Calls the delegate on the thread that receives the bytes, one chunk after the other.
  ///
  /// On Linux, a session does not wait for its delegate. On a queue that is slower than the network, or than
  /// the decompression of a small answer, the chunks would pile up without bound.
  private final class DirectQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif

extension Pocket.HTTPStore.Response {
  init(_ response: HTTPURLResponse, body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }
}
