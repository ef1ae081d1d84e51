public import RushJSONCore
internal import _RushJSONShims

/// An open file descriptor as a source of chunks and as a sink, for programs without Foundation.
///
/// ```swift
/// let (input, output) = (JSONDescriptor.standardInput, JSONDescriptor.standardOutput)
/// var writer = JSONLinesWriter { try output.write($0) }
/// for line in JSONLines(input).documents() { try writer.write(line.get()) }
/// try writer.finish()
/// ```
///
/// Reading and writing block the thread until the system has bytes, or takes them. `JSONFileChunks` of `RushJSONFiles`
/// reads for tasks, opens paths and closes what it has opened. A descriptor here stays open.
public struct JSONDescriptor: Sendable, Hashable {
  /// The system's number.
  public let descriptor: Int32
  /// The most bytes of a chunk, from 1 to 1 GiB. 64 KiB by default.
  public var chunkSize = 64 << 10 {
    didSet { chunkSize = Swift.min(Swift.max(1, chunkSize), 1 << 30) }
  }

  /// A descriptor that is open for reading, writing or both.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Standard input.
  public static var standardInput: JSONDescriptor { JSONDescriptor(0) }

  /// Standard output.
  public static var standardOutput: JSONDescriptor { JSONDescriptor(1) }

  /// Writes all of `bytes`, which are not copied.
  ///
  /// If the other end of a pipe is closed, the system ends the process, unless it ignores the signal `SIGPIPE`: then that
  /// is an error.
  /// - Throws: A `JSONStreamError` of the kind `file`. A part may have been written.
  public func write(_ bytes: Span<UInt8>) throws(JSONStreamError) {
    // Invariant: the pointer is valid during the call, which reads `count` bytes.
    let code = unsafe bytes.withUnsafeBytes {
      unsafe rush_write_descriptor(descriptor, $0.baseAddress, $0.count)
    }
    if code < 0 { throw error(code) }
  }

  /// Reads a chunk. `nil` at the end.
  fileprivate func read() throws(JSONStreamError) -> [UInt8]? {
    var code = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: chunkSize) { room, count in
      // Invariant: the call writes at most the `chunkSize` bytes of the room.
      code = unsafe rush_read_descriptor(descriptor, room.baseAddress, room.count)
      count = Swift.max(0, code)
    }
    if code < 0 { throw error(code) }
    return code == 0 ? nil : bytes
  }

  private func error(_ code: Int) -> JSONStreamError {
    let code = Int32(truncatingIfNeeded: -code)
    // Invariant: the system's message is a C string, which is copied.
    let message = unsafe String(cString: rush_error_message(code))
    return JSONStreamError(
      .file(name: "descriptor \(descriptor)", code: code, message: message), offset: 0)
  }
}

extension JSONDescriptor: Sequence {
  /// Starts reading where the descriptor is.
  public func makeIterator() -> Iterator { Iterator(source: self) }

  /// The state of one reading.
  public struct Iterator: IteratorProtocol {
    fileprivate let source: JSONDescriptor
    private var isAtEnd = false

    fileprivate init(source: JSONDescriptor) { self.source = source }

    /// The next chunk, which has the available bytes, or the error that ends the sequence.
    public mutating func next() -> Result<[UInt8], JSONStreamError>? {
      if isAtEnd { return nil }
      do throws(JSONStreamError) {
        if let chunk = try source.read() { return .success(chunk) }
        isAtEnd = true
        return nil
      } catch {
        isAtEnd = true
        return .failure(error)
      }
    }
  }
}
