// One request and its answer on URLSession: within a time, up to a size, and without redirections.

internal import Dispatch
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests, each once.
final class PocketExchange: NSObject, URLSessionDataDelegate, Sendable {
  private let timeout: Duration
  private let maximumBodySize: Int
  private let state = Mutex(State())

  private struct State {
    /// Made on first use, as it refers back to its delegate until it is invalidated.
    var session: URLSession?
    var answers: [Int: Answer] = [:]
  }

  /// What has come so far, and who waits for it.
  private struct Answer {
    let task: URLSessionDataTask
    var body = Data()
    var response: HTTPURLResponse?
    let continuation: CheckedContinuation<Result<HTTPPocketStore.Response, PocketError>, Never>
  }

  init(timeout: Duration, maximumBodySize: Int) {
    self.timeout = timeout
    self.maximumBodySize = maximumBodySize
  }

  /// Ends the session when its last task has ended; nothing can be sent any more.
  func invalidate() {
    state.withLock { $0.session.take() }?.finishTasksAndInvalidate()
  }

  /// Sends a request and waits for the answer, whatever its status.
  func send(_ request: URLRequest) async throws(PocketError) -> HTTPPocketStore.Response {
    let seconds = timeout / .seconds(1)
    let running = Mutex<Int?>(nil)
    let result: Result<HTTPPocketStore.Response, PocketError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        let task = begin(request, continuation)
        running.withLock { $0 = task }
        // The handler may have come before there was a task.
        if Task.isCancelled { end(task, .cancelled) }
        // A timer of our own: those of URLSession count whole seconds on Linux, and begin anew with
        // every byte. It holds nothing but this object, and finds nothing to end after an answer.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
          self?.end(task, .timedOut(after: seconds))
        }
      }
    } onCancel: {
      if let task = running.withLock({ $0 }) { end(task, .cancelled) }
    }
    return try result.get()
  }

  /// Starts a task. Returns its identifier.
  private func begin(
    _ request: URLRequest,
    _ continuation: CheckedContinuation<Result<HTTPPocketStore.Response, PocketError>, Never>
  ) -> Int {
    state.withLock { state in
      let session = state.session ?? makeSession()
      state.session = session
      let task = session.dataTask(with: request)
      state.answers[task.taskIdentifier] = Answer(task: task, continuation: continuation)
      task.resume()
      return task.taskIdentifier
    }
  }

  /// Ends a task for the reason given, if it has not ended.
  private func end(_ task: Int, _ reason: PocketError) {
    let answer = state.withLock { state in
      let answer = state.answers.removeValue(forKey: task)
      answer?.task.cancel()
      return answer?.continuation
    }
    answer?.resume(returning: .failure(reason))
  }

  /// Hands a result to who waits for it, if nobody has done so.
  private func answer(_ task: Int, _ result: Result<HTTPPocketStore.Response, PocketError>) {
    let continuation = state.withLock { $0.answers.removeValue(forKey: task)?.continuation }
    continuation?.resume(returning: result)
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // Ours ends the task first.
    let seconds = (timeout / .seconds(1)).rounded(.up) + 60
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  // MARK: - What the session tells

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Told already here, because on Linux the redirection's own answer is not always handed on.
    let continuation = state.withLock { state in
      let answer = state.answers.removeValue(forKey: task.taskIdentifier)
      // On Linux it ends the process to answer for a task that was cancelled. So who takes the entry,
      // here or in `end`, and nobody else, has the last word, and has it under the lock.
      #if canImport(FoundationNetworking)
        if answer != nil { completionHandler(nil) }
      #else
        completionHandler(nil)
      #endif
      return answer?.continuation
    }
    continuation?.resume(
      returning: .failure(.status(HTTPPocketStore.Response(response, body: Data()))))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return end(dataTask.taskIdentifier, .notHTTP)
    }
    state.withLock { $0.answers[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard let answer = state.answers[dataTask.taskIdentifier] else { return false }
      if answer.body.count + data.count > maximumBodySize { return true }
      state.answers[dataTask.taskIdentifier]?.body.append(data)
      return false
    }
    if isTooLarge { end(dataTask.taskIdentifier, .tooLarge(limit: maximumBodySize)) }
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
    answer(task.taskIdentifier, .success(HTTPPocketStore.Response(response, body: body)))
  }
}

extension HTTPPocketStore.Response {
  init(_ response: HTTPURLResponse, body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }
}
