public import RushJSONCore
import RushJSONStreams

/// The bytes of a file, of standard input, or of any descriptor, in chunks.
///
/// ```swift
/// for line in JSONLines(JSONFileChunks(path: "log.jsonl")).trees() { … }
/// for try await line in JSONLines(JSONFileChunks.standardInput).values(of: Event.self) { … }
/// ```
///
/// As a `Sequence` it blocks the thread, as an `AsyncSequence` it does not. A chunk has the available bytes. A file
/// is opened when reading begins, and closed with the last copy of the iterator.
public struct JSONFileChunks: Sendable {
  fileprivate let open: @Sendable () throws(JSONStreamError) -> OpenFile
  fileprivate let range: Range<Int>?
  fileprivate let isMapped: Bool
  fileprivate let size: Int

  /// The default size of a chunk in bytes: 64 KiB.
  public static let defaultSize = 64 << 10

  /// The chunks of a file.
  /// - Parameters:
  ///   - range: The offsets of the bytes to read. `nil` for all of them. The bytes before it are read, too, if the
  ///     path does not lead to a regular file.
  ///   - size: The most bytes of a chunk, from 1 to 1 GiB.
  ///   - isMapped: Whether chunks are copied from a memory map. If the file becomes shorter meanwhile, the
  ///     system ends the process. Pipes, devices and files without a length are never mapped.
  public init(
    path: String, range: Range<Int>? = nil, size: Int = defaultSize, isMapped: Bool = false
  ) {
    self.init(range, size, isMapped) { () throws(JSONStreamError) in try OpenFile(path: path) }
  }

  /// The chunks of a descriptor that is open for reading: of a pipe, a socket, a terminal or a file.
  /// - Parameter closing: Whether it is closed when neither this value nor an iterator is left.
  public init(descriptor: Int32, closing: Bool = false, size: Int = defaultSize) {
    let file = OpenFile(descriptor: descriptor, owned: closing)
    self.init(nil, size, false) { file }
  }

  private init(
    _ range: Range<Int>?, _ size: Int, _ isMapped: Bool,
    open: @escaping @Sendable () throws(JSONStreamError) -> OpenFile
  ) {
    self.open = open
    self.range = range
    self.size = Swift.min(Swift.max(1, size), 1 << 30)
    self.isMapped = isMapped
  }

  /// Standard input.
  public static var standardInput: JSONFileChunks { JSONFileChunks(descriptor: 0) }
}

struct FileCursor {
  private enum Way {
    /// Reads the next bytes.
    case inOrder
    /// Reads at an offset of a regular file.
    case byOffset
    case mapped
  }

  let file: OpenFile
  private let size: Int
  /// The rest of the range. `nil` to read to the end.
  private var range: Range<Int>?
  private var way = Way.inOrder
  /// The bytes before the range, which are read and dropped.
  private var before = 0

  init(_ chunks: JSONFileChunks) throws(JSONStreamError) {
    file = try chunks.open()
    size = chunks.size
    range = chunks.range.map { max(0, $0.lowerBound)..<max(0, $0.upperBound) }
    if range == nil, !chunks.isMapped { return }
    if let length = try file.length() {
      way = chunks.isMapped ? .mapped : .byOffset
      if chunks.isMapped { range = (range ?? 0..<Int.max).clamped(to: 0..<length) }
    } else {
      before = range?.lowerBound ?? 0
    }
  }

  /// The next chunk. `nil` at the end. May wait if it ``mayWait``, and then returns an empty chunk when it has only
  /// dropped bytes.
  mutating func next() throws(JSONStreamError) -> [UInt8]? {
    if before > 0 {
      let dropped = try file.read(min(size, before)).count
      before -= dropped
      return dropped == 0 ? nil : []
    }
    let count = min(size, range?.count ?? .max)
    if count == 0 { return nil }
    let start = range?.lowerBound ?? 0
    let bytes =
      switch way {
      case .inOrder: try file.read(count)
      case .byOffset: try file.read(count, at: start)
      case .mapped: try file.mapped(count, at: start)
      }
    range = range?.dropFirst(bytes.count)
    return bytes.isEmpty ? nil : bytes
  }

  var mayWait: Bool { way == .inOrder }
}

// MARK: - Without waiting

extension JSONFileChunks: Sequence {
  /// Starts reading.
  public func makeIterator() -> Iterator { Iterator(reading: FileChunkReading(self)) }

  /// The state of one reading, which copies share.
  public struct Iterator: IteratorProtocol {
    fileprivate let reading: FileChunkReading

    /// The next chunk, or the error that ends the sequence.
    public mutating func next() -> Result<[UInt8], JSONStreamError>? { reading.next() }
  }
}

/// The reading of a file that the copies of an iterator share.
private final class FileChunkReading {
  private let chunks: JSONFileChunks
  private var cursor: FileCursor?
  private(set) var isAtEnd = false

  init(_ chunks: JSONFileChunks) { self.chunks = chunks }

  func next() -> Result<[UInt8], JSONStreamError>? {
    while !isAtEnd {
      let chunk = step()
      if case .success([])? = chunk { continue }
      return chunk
    }
    return nil
  }

  /// The next chunk, which is empty if bytes were only dropped.
  func step() -> Result<[UInt8], JSONStreamError>? {
    if isAtEnd { return nil }
    do throws(JSONStreamError) {
      var cursor = try opened()
      let chunk = try cursor.next()
      self.cursor = cursor
      isAtEnd = chunk == nil
      return chunk.map { .success($0) }
    } catch {
      isAtEnd = true
      return .failure(error)
    }
  }

  /// Whether the next step would not wait. Waits up to a tenth of a second for that.
  func isReadable() throws(JSONStreamError) -> Bool {
    do throws(JSONStreamError) {
      let cursor = try opened()
      self.cursor = cursor
      return cursor.mayWait ? try cursor.file.isReadable(within: 100) : true
    } catch {
      isAtEnd = true
      throw error
    }
  }

  /// The cursor of the source, which the first call opens.
  private func opened() throws(JSONStreamError) -> FileCursor {
    if let cursor { return cursor }
    return try FileCursor(chunks)
  }
}

// MARK: - Waiting for chunks

extension JSONFileChunks: AsyncSequence {
  public typealias Element = Result<[UInt8], JSONStreamError>
  public typealias Failure = any Error

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading: AsyncReading(self)) }

  /// The state of one reading, which copies share, also in several tasks: each chunk goes to one of them.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reading: AsyncReading

    /// The next chunk, or the error that ends the sequence. Other tasks can run meanwhile.
    /// - Throws: `CancellationError`, within a tenth of a second after the task is cancelled.
    public mutating func next() async throws -> Result<[UInt8], JSONStreamError>? {
      let cancelling = Cancelling()
      let reading = reading
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          // Its own thread may block. Those of tasks may not.
          reading.thread.run { continuation.resume(with: reading.next(cancelling)) }
        }
      } onCancel: {
        cancelling.cancel()
      }
    }
  }
}

private final class Cancelling: Sendable {
  private let flag = Locked(false)
  var isCancelled: Bool { flag.withLock { $0 } }
  func cancel() { flag.withLock { $0 = true } }
}

/// Reads for tasks, on its own thread.
private final class AsyncReading: Sendable {
  let thread = OwnThread()
  private let state: Locked<FileChunkReading>

  init(_ chunks: JSONFileChunks) { state = Locked(FileChunkReading(chunks)) }

  /// The next chunk. Called on the thread.
  func next(_ cancelling: Cancelling) -> Result<Result<[UInt8], JSONStreamError>?, any Error> {
    state.withLock { reading in
      do throws(JSONStreamError) {
        while !reading.isAtEnd {
          if cancelling.isCancelled { return .failure(CancellationError()) }
          if !(try reading.isReadable()) { continue }
          let chunk = reading.step()
          if case .success([])? = chunk { continue }
          return .success(chunk)
        }
        return .success(nil)
      } catch {
        return .success(.failure(error))
      }
    }
  }
}
