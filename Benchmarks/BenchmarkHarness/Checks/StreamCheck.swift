import CorpusGenerator
import Dispatch
import Foundation
import Synchronization

/// Texts in pieces: a stream delivers the same however the text is cut.
struct StreamCheck {
  var documents = 500
  var seed: UInt64 = 5

  /// - Returns: Whether all streams agreed with reading in one piece.
  func run() throws(UsageError) -> Bool {
    var isGood = true
    isGood = try checkGenerated() && isGood
    isGood = try checkConformance() && isGood
    isGood = try checkCorpus() && isGood
    isGood = try checkSkipping() && isGood
    try Output.standard.write(isGood ? "all as expected\n" : "FAILED\n")
    return isGood
  }

  private func checkGenerated() throws(UsageError) -> Bool {
    var generator = DocumentGenerator(seed: seed)
    let texts = (0..<documents).map { _ in
      generator.document(maximumDepth: 8, maximumBytes: 1500)
    }
    return try check("\(documents) generated documents, every cut", texts) { text in
      let stream = StreamEquivalence(text)
      return stream.differenceFromOneShot ?? stream.differenceInOneCut()
        ?? stream.difference(inChunksOf: 1)
    }
  }

  private func checkConformance() throws(UsageError) -> Bool {
    let texts = ["Corpus/accept", "Corpus/reject", "Corpus/either"].flatMap(Self.texts)
    return try check("\(texts.count) conformance texts, every cut", texts) { text in
      let stream = StreamEquivalence(text)
      let cuts = text.count < 5000 ? stream.differenceInOneCut() : nil
      return stream.differenceFromOneShot ?? cuts ?? stream.difference(inChunksOf: 1)
    }
  }

  private func checkCorpus() throws(UsageError) -> Bool {
    let texts = GeneratedCorpus.documents(seed: GeneratedCorpus.defaultSeed).map(\.bytes)
    return try check("\(texts.count) files, byte by byte and in random cuts", texts) { text in
      let stream = StreamEquivalence(text)
      var random = SeededGenerator(seed: seed)
      return stream.differenceFromOneShot ?? stream.difference(inChunksOf: 1)
        ?? stream.differenceInRandomCuts(20, largest: 100_000, using: &random)
        ?? stream.differenceInSkipping
    }
  }

  /// Every change of one byte, in a text that is long enough to be skipped by blocks.
  private func checkSkipping() throws(UsageError) -> Bool {
    var generator = DocumentGenerator(seed: seed + 1)
    let texts = (0..<30).map { _ in generator.document(maximumDepth: 6, maximumBytes: 300) }
    let before = Array(("[" + String(repeating: "{\"a\": [1, true]}, ", count: 60)).utf8)
    let after = Array((String(repeating: ", {\"b\": null}", count: 60) + "]").utf8)
    return try check("every change of one byte in 30 documents, skipped", texts) { text in
      for change in Mutation.singleByteChanges(of: text) {
        let stream = StreamEquivalence(before + change.bytes + after)
        if let difference = stream.differenceInSkipping {
          return "\(difference); the bytes are \(change.bytes)"
        }
      }
      return nil
    }
  }

  /// Checks all texts, on all processors.
  private func check(
    _ name: String, _ texts: [[UInt8]], _ difference: @escaping @Sendable ([UInt8]) -> String?
  ) throws(UsageError) -> Bool {
    try Output.standard.write(name + ": ")
    let clock = ContinuousClock()
    let start = clock.now
    let first = Mutex<String?>(nil)
    DispatchQueue.concurrentPerform(iterations: texts.count) { index in
      guard let found = difference(texts[index]) else { return }
      first.withLock { $0 = $0 ?? found }
    }
    let complaint = first.withLock { $0 }
    let time = Figures.time((clock.now - start) / .seconds(1))
    try Output.standard.write((complaint.map { "FAILED: \($0)" } ?? "all alike") + " (\(time))\n")
    return complaint == nil
  }

  private static func texts(in folder: String) -> [[UInt8]] {
    guard let url = PackageFiles.find(folder) else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { file in (try? Data(contentsOf: file)).map { [UInt8]($0) } }
  }
}
