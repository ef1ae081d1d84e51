import RushJSONCore

/// Everything that a reader of a stream gives, each chunk being read to its end before the next one comes.
struct StreamTrace<Record: Equatable>: Equatable {
  var records: [Record] = []
  /// Only the last error can be one that ends the stream.
  var errors: [JSONStreamError] = []

  init(
    of chunks: [[UInt8]], feed: (ArraySlice<UInt8>) -> Void, finish: () -> Void,
    next: () throws(JSONStreamError) -> Record?
  ) throws {
    // A stream of n bytes has at most n + 1 records, and one error more.
    let limit = chunks.reduce(2) { $0 + $1.count }
    for index in 0...chunks.count {
      if index < chunks.count { feed(chunks[index][...]) } else { finish() }
      while true {
        do throws(JSONStreamError) {
          guard let record = try next() else { break }
          records.append(record)
        } catch {
          errors.append(error)
          if error.endsStream { return }
        }
        try check("a stream ends", records.count + errors.count <= limit)
      }
    }
  }
}
