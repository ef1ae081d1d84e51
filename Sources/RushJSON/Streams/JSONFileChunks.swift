import Dispatch
import RushJSONCore
import Synchronization

/// The bytes of a file, of standard input, or of any descriptor, in chunks: at once, or waiting for
/// them.
///
/// ```swift
/// for line in JSONLines(JSONFileChunks(path: "log.jsonl")).trees() { … }
/// for try await line in JSONLines(JSONFileChunks.standardInput).values(of: Event.self) { … }
/// ```
///
/// A chunk has what there is to read, so a pipe's bytes are given as they come. A file is opened when
/// reading begins, and closed when the iterator is gone.
public struct JSONFileChunks: Sendable {
  enum Source: Sendable {
    case path(String, range: Range<Int>?, isMapped: Bool)
    case descriptor(OpenFile)
  }

  let source: Source
  let size: Int

  /// 64 KiB.
  public static let defaultSize = 64 << 10

  /// The chunks of a file.
  ///
  /// - Parameters:
  ///   - range: The bytes to read; all of them if there is none.
  ///   - size: The most bytes of a chunk.
  ///   - isMapped: Whether each chunk is taken from the memory map instead of read. The file must then
  ///     not become shorter meanwhile: the system ends a process that looks at bytes that are gone.
  public init(
    path: String, range: Range<Int>? = nil, size: Int = defaultSize, isMapped: Bool = false
  ) {
    source = .path(path, range: range, isMapped: isMapped)
    self.size = Swift.max(1, size)
  }

  /// The chunks of a descriptor that is open for reading: a pipe, a socket, a terminal, a file.
  ///
  /// - Parameter closing: Whether it is closed when neither this value nor an iterator is left.
  public init(descriptor: Int32, closing: Bool = false, size: Int = defaultSize) {
    source = .descriptor(OpenFile(descriptor: descriptor, isOurs: closing))
    self.size = Swift.max(1, size)
  }

  /// Standard input.
  public static var standardInput: JSONFileChunks { JSONFileChunks(descriptor: 0) }

  func open() throws(JSONFileError) -> OpenFile {
    switch source {
    case .path(let path, _, _): try OpenFile(path: path)
    case .descriptor(let file): file
    }
  }

  fileprivate var range: Range<Int>? {
    if case .path(_, let range, _) = source { return range }
    return nil
  }

  fileprivate var isMapped: Bool {
    if case .path(_, _, let isMapped) = source { return isMapped }
    return false
  }
}

/// A reading of a source that has begun.
struct FileCursor {
  let file: OpenFile
  private let size: Int
  /// What is left of the range; `nil` if all is read.
  private var range: Range<Int>?
  private let isMapped: Bool

  init(_ chunks: JSONFileChunks) throws(JSONFileError) {
    file = try chunks.open()
    size = chunks.size
    isMapped = chunks.isMapped
    range = chunks.range.map { max(0, $0.lowerBound)..<max(0, $0.upperBound) }
    if isMapped { range = (range ?? 0..<Int.max).clamped(to: 0..<(try file.length())) }
  }

  /// The next chunk; `nil` at the end.
  mutating func next() throws(JSONFileError) -> [UInt8]? {
    let bytes: [UInt8]
    if let range {
      let count = min(size, range.count)
      bytes =
        isMapped
        ? try file.mapped(count, at: range.lowerBound) : try file.read(count, at: range.lowerBound)
      self.range = range.dropFirst(bytes.count)
    } else {
      bytes = try file.read(size)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Whether a chunk may have to be waited for.
  var mayWait: Bool { range == nil }
}

// MARK: - At once

extension JSONFileChunks: Sequence {
  /// Starts reading.
  public func makeIterator() -> Iterator { Iterator(chunks: self) }

  /// A reading that has begun.
  public struct Iterator: IteratorProtocol {
    let chunks: JSONFileChunks
    var cursor: FileCursor?
    var isAtEnd = false

    init(chunks: JSONFileChunks) { self.chunks = chunks }

    /// The next chunk, or why there is none, after which there are no more.
    public mutating func next() -> Result<[UInt8], any Error>? {
      if isAtEnd { return nil }
      do {
        var cursor = try self.cursor ?? FileCursor(chunks)
        let chunk = try cursor.next()
        self.cursor = cursor
        isAtEnd = chunk == nil
        return chunk.map { .success($0) }
      } catch {
        isAtEnd = true
        return .failure(error)
      }
    }
  }
}

// MARK: - Waiting

extension JSONFileChunks: AsyncSequence {
  public typealias Element = Result<[UInt8], any Error>
  public typealias Failure = any Error

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading: AsyncReading(self)) }

  /// A reading that has begun.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reading: AsyncReading

    /// The next chunk, or why there is none, after which there are no more.
    ///
    /// Other tasks run while it is waited for.
    /// - Throws: `CancellationError` if the task is cancelled, within a tenth of a second.
    public mutating func next() async throws -> Result<[UInt8], any Error>? {
      let cancelling = Cancelling()
      let reading = reading
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          // A thread that may wait, which those that tasks run on may not.
          reading.queue.async { continuation.resume(with: reading.next(cancelling)) }
        }
      } onCancel: {
        cancelling.cancel()
      }
    }
  }
}

private final class Cancelling: Sendable {
  private let flag = Mutex(false)
  var isCancelled: Bool { flag.withLock { $0 } }
  func cancel() { flag.withLock { $0 = true } }
}

/// Reads for a task, on a queue of its own.
private final class AsyncReading: Sendable {
  let queue = DispatchQueue(label: "RushJSON.chunks")
  private let state: Mutex<JSONFileChunks.Iterator>

  init(_ chunks: JSONFileChunks) { state = Mutex(chunks.makeIterator()) }

  /// On the queue: the next chunk.
  func next(_ cancelling: Cancelling) -> Result<Result<[UInt8], any Error>?, any Error> {
    state.withLock { iterator in
      do {
        if iterator.isAtEnd { return .success(nil) }
        let cursor = try iterator.cursor ?? FileCursor(iterator.chunks)
        iterator.cursor = cursor
        while true {
          if cancelling.isCancelled { return .failure(CancellationError()) }
          if try !cursor.mayWait || cursor.file.isReadable(within: 100) { break }
        }
        return .success(iterator.next())
      } catch {
        iterator.isAtEnd = true
        return .success(.failure(error))
      }
    }
  }
}
