import RushJSONCore
import RushJSONStreams

/// What a partial value shows depends on the bytes so far, not on the chunks, and what it has shown
/// never changes.
enum PartialProperties {
  static func run(_ input: inout FuzzInput) throws {
    var options = PartialJSON.Options(readingOptions: input.readingOptions())
    let choices = input.byte()
    options.keepsUnfinishedStrings = choices & 1 == 0
    options.allowsProse = choices & 2 != 0
    let wanted: [PartialJSON.Options.Wanted] = [.arrayOrObject, .object, .array, .fencedBlock]
    options.wanted = wanted[Int(choices >> 2 & 3)]
    let cuts = input.cuts()
    let text = input.rest()
    var partial = PartialJSON(options)
    // Slow: the first makes the text of each snapshot, the second reads all that came before again.
    let keepsTexts = input.takes(oneIn: 4)
    let checksPrefixes = input.takes(oneIn: 8)
    var kept: [(value: RawJSON, text: String)] = []
    var failure: JSONStreamError?
    var (end, prefixes) = (0, 0)
    do {
      for chunk in chunks(of: text, cuts) {
        try partial.feed(chunk)
        end += chunk.count
        let snapshot = partial.snapshot()
        _ = partial.openPath
        if keepsTexts, let snapshot { kept.append((snapshot, "\(snapshot)")) }
        // A few are enough. Whether text is prose may be clear from a whole token only, so there the
        // chunks matter until the end.
        if checksPrefixes, prefixes < 12, !options.allowsProse {
          prefixes += 1
          try checkPrefix(text[..<end], snapshot, options)
        }
      }
      try partial.finish()
    } catch let error as JSONStreamError {
      failure = error
    }
    for (value, text) in kept { try checkEqual("a snapshot never changes", "\(value)", text) }
    var whole = PartialJSON(options)
    var expected: JSONStreamError?
    do throws(JSONStreamError) {
      try whole.feed(text)
      try whole.finish()
    } catch { expected = error }
    try checkEqual("partial verdict: chunked ≡ whole", failure, expected)
    if failure == nil {
      try checkEqual("partial value: chunked ≡ whole", partial.snapshot(), whole.snapshot())
    }
  }

  private static func checkPrefix(
    _ prefix: ArraySlice<UInt8>, _ found: RawJSON?, _ options: PartialJSON.Options
  ) throws {
    var whole = PartialJSON(options)
    do throws(JSONStreamError) {
      try whole.feed(Array(prefix))
    } catch {
      throw PropertyFailure(
        property: "an error is thrown as soon as it is certain", detail: "\(error)")
    }
    try checkEqual("snapshot: chunked ≡ whole", found, whole.snapshot())
  }
}
