import CorpusGenerator
import Foundation
import RushJSON

/// Texts in pieces: a stream delivers the same however the text is cut.
struct StreamCheck {
  var documents = 500
  var seed: UInt64 = 5

  func run() throws(UsageError) -> Bool {
    try CheckPart.run([generated, conformance, corpus, skipping])
  }

  private var generated: CheckPart {
    var generator = DocumentGenerator(seed: seed)
    let texts = (0..<documents).map { _ in
      generator.document(maximumDepth: 8, maximumBytes: 1500)
    }
    return part("\(documents) generated documents, every cut", texts) { text in
      let stream = StreamEquivalence(text)
      return stream.differenceFromOneShot ?? stream.differenceInOneCut()
        ?? stream.difference(inChunksOf: 1)
    }
  }

  private var conformance: CheckPart {
    let texts = ["Corpus/accept", "Corpus/reject", "Corpus/either"].flatMap(Self.texts)
    return part("\(texts.count) conformance texts, every cut", texts) { text in
      let stream = StreamEquivalence(text)
      let cuts = text.count < 5000 ? stream.differenceInOneCut() : nil
      return stream.differenceFromOneShot ?? cuts ?? stream.difference(inChunksOf: 1)
    }
  }

  private var corpus: CheckPart {
    let texts = GeneratedCorpus.documents().map(\.bytes)
    return part("\(texts.count) files, byte by byte and in random cuts", texts) { text in
      let stream = StreamEquivalence(text)
      var random = SeededGenerator(seed: seed)
      return stream.differenceFromOneShot ?? stream.difference(inChunksOf: 1)
        ?? stream.differenceInRandomCuts(20, largest: 100_000, using: &random)
        ?? stream.differenceInSkipping
    }
  }

  /// Every change of one byte, in a text that is long enough to be skipped by blocks.
  private var skipping: CheckPart {
    var generator = DocumentGenerator(seed: seed + 1)
    let texts = (0..<30).map { _ in generator.document(maximumDepth: 6, maximumBytes: 300) }
    let before = Array(("[" + String(repeating: "{\"a\": [1, true]}, ", count: 60)).utf8)
    let after = Array((String(repeating: ", {\"b\": null}", count: 60) + "]").utf8)
    return part("every change of one byte in 30 documents, skipped", texts) { text in
      for change in Mutation.singleByteChanges(of: text) {
        let stream = StreamEquivalence(before + change.bytes + after)
        if let difference = stream.differenceInSkipping {
          return "\(difference); the bytes are \(change.bytes)"
        }
      }
      return nil
    }
  }

  /// Checks all texts, on all processors. The first difference is written.
  private func part(
    _ name: String, _ texts: [[UInt8]], _ difference: @escaping @Sendable ([UInt8]) -> String?
  ) -> CheckPart {
    CheckPart(name: name) {
      let (found, seconds) = timed { onAllCores(texts.count) { difference(texts[$0]) } }
      return CheckPart.Result(
        verdict: "all alike", times: [Figures.time(seconds)],
        complaints: found.compactMap { $0 }.prefix(1).map { $0 })
    }
  }

  private static func texts(in folder: String) -> [[UInt8]] {
    guard let url = PackageFiles.find(folder) else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { file in (try? Data(contentsOf: file)).map { [UInt8]($0) } }
  }
}

/// All that a stream delivers, as a hash: kinds, offsets and values of its events, and its error.
struct StreamReading: Equatable {
  private(set) var digest = FNVHash()
  private(set) var events = 0
  private(set) var error: JSONStreamError?

  init(_ chunks: [ArraySlice<UInt8>]) {
    var reader = JSONEventReader()
    do throws(JSONStreamError) {
      try RushJSONStream.read(chunks, by: &reader) { reader throws(JSONStreamError) in
        try drain(&reader)
      }
    } catch {
      self.error = error
    }
  }

  private mutating func drain(_ reader: inout JSONEventReader) throws(JSONStreamError) {
    while let event = try reader.next() {
      events += 1
      add(UInt64(truncatingIfNeeded: reader.offset))
      switch event {
      case .null: add(1)
      case .bool(let value): add(value ? 2 : 3)
      case .number:
        add(4)
        for byte in (reader.number()?.text ?? "").utf8 { add(UInt64(byte)) }
      case .string, .name:
        add(event == .name ? 5 : 6)
        _ = reader.withUTF8 { text in
          for index in text.indices { add(UInt64(text[index])) }
        }
      case .beginArray: add(7)
      case .endArray: add(8)
      case .beginObject: add(9)
      case .endObject: add(10)
      }
    }
  }

  private mutating func add(_ value: UInt64) { digest.add(value) }
}

/// A text reads the same however it is cut, and can be skipped exactly if it can be read.
struct StreamEquivalence {
  let text: [UInt8]
  private let whole: StreamReading

  init(_ text: [UInt8]) {
    self.text = text
    whole = StreamReading([text[...]])
  }

  /// How the stream differs from reading in one piece, or `nil` if it does not.
  var differenceFromOneShot: String? {
    let found = whole.error?.syntaxError
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text)
      return found.map { "accepted in one piece, rejected as a stream: \($0)" }
    } catch {
      return found == error ? nil : "one shot: \(error); stream: \(String(describing: found))"
    }
  }

  func difference(inChunksOf size: Int) -> String? {
    difference(in: RushJSONStream.chunks(of: size, in: text[...]))
  }

  func differenceInOneCut() -> String? {
    for place in 0...text.count {
      if let difference = difference(in: [text[..<place], text[place...]]) { return difference }
    }
    return nil
  }

  func differenceInRandomCuts(
    _ count: Int, largest: Int, using random: inout some RandomNumberGenerator
  ) -> String? {
    for _ in 0..<count {
      var chunks: [ArraySlice<UInt8>] = []
      var at = 0
      while at < text.count {
        let most = Bool.random(using: &random) ? min(8, largest) : largest
        let end = min(text.count, at + Int.random(in: 0...most, using: &random))
        chunks.append(text[at..<end])
        at = end
      }
      if let difference = difference(in: chunks) { return difference }
    }
    return nil
  }

  private func difference(in chunks: [ArraySlice<UInt8>]) -> String? {
    let found = StreamReading(chunks)
    if found == whole { return nil }
    return "\(found), not \(whole), in chunks of \(chunks.prefix(50).map(\.count))"
  }

  /// Whether skipping the value gives the verdict of reading it.
  var differenceInSkipping: String? {
    var reader = JSONEventReader()
    reader.feed(text)
    reader.finish()
    do throws(JSONStreamError) {
      _ = try reader.skipValue()
      while try reader.next() != nil {}
      return whole.error.map { "skipped, but rejected when read: \($0)" }
    } catch {
      return error.syntaxError == whole.error?.syntaxError
        ? nil : "rejected when skipped: \(error); when read: \(String(describing: whole.error))"
    }
  }
}
