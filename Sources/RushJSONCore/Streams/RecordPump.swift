// What is between chunks and values, whether these come with or without waiting.

/// One reading of a stream: takes chunks, gives values.
///
/// A class, so that a sequence's iterator, which has to be copyable, can hold a reader that is not.
class RecordPump<Output> {
  private let policy: JSONRecord.FailurePolicy
  /// The most bytes of the stream.
  private let maximumTotal: Int
  /// How many bytes were taken.
  private(set) final var fed = 0
  /// There are more bytes than that.
  private var isTooLong = false
  /// The policy or the stream asks for no more.
  private(set) var isEnded = false

  init(policy: JSONRecord.FailurePolicy, maximumTotal: Int = .max) {
    self.policy = policy
    self.maximumTotal = max(0, maximumTotal)
  }

  /// Takes a chunk. Called only when there is nothing to read.
  final func feed(_ chunk: ArraySlice<UInt8>) {
    let room = maximumTotal &- fed
    isTooLong = chunk.count > room
    let part = chunk.prefix(room)
    fed &+= part.count
    take(part)
  }

  /// Takes bytes of the stream.
  func take(_ bytes: ArraySlice<UInt8>) {}

  /// The stream ends.
  func finish() {}

  /// The next value or error; `nil` if another chunk is needed, or at the end.
  func read() throws(JSONRecordError) -> Output? { nil }

  /// Where reading stands, for an error of the source.
  var place: (offset: Int, line: Int?) { (0, nil) }

  /// The next value or error that the policy lets through.
  final func next() -> Result<Output, JSONRecordError>? {
    while !isEnded {
      do throws(JSONRecordError) {
        if let value = try read() { return .success(value) }
        if !isTooLong { return nil }
        // What was cut by the limit is no record.
        throw JSONRecordError(.streamTooLong, recordOffset: fed, line: place.line)
      } catch {
        if error.endsStream || policy == .fail { isEnded = true }
        if policy == .skip, !error.endsStream { continue }
        return .failure(error)
      }
    }
    return nil
  }

  /// The stream says that it is at its end.
  final func end() { isEnded = true }

  /// The source has failed: what was given is all.
  final func end(_ error: any Error) -> JSONRecordError {
    isEnded = true
    return JSONRecordError(.source(error), recordOffset: place.offset, line: place.line)
  }
}

/// Records of lines, and what is made of them.
final class LinePump<Output>: RecordPump<Output> {
  private var reader: JSONRecord.LineReader
  private let make: RecordMaker<Output>

  init(
    _ reader: JSONRecord.LineReader, policy: JSONRecord.FailurePolicy, maximumTotal: Int,
    make: @escaping RecordMaker<Output>
  ) {
    self.reader = reader
    self.make = make
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  override func take(_ bytes: ArraySlice<UInt8>) { reader.feed(bytes) }

  override func finish() { reader.finish() }

  override func read() throws(JSONRecordError) -> Output? {
    guard let record = try reader.next() else { return nil }
    return try make(record)
  }

  override var place: (offset: Int, line: Int?) { (fed, reader.linesPassed &+ 1) }
}

/// Makes a value of a record.
typealias RecordMaker<Output> = (JSONRecord) throws(JSONRecordError) -> Output
