import CorpusGenerator
import RushJSON

/// Damaged texts: no reader traps, and all report the same.
struct ReaderAgreement {
  var count = 30
  var seed: UInt64 = 2
  var largest = 500

  enum Damage: CaseIterable {
    case prefixes, byteChanges
  }

  struct Outcome {
    var texts = 0
    var accepted = 0
    var disagreement: String?
  }

  func outcome(of damage: Damage) -> Outcome {
    var generator = DocumentGenerator(seed: seed)
    var documents: [[UInt8]] = []
    while documents.count < count {
      let document = generator.document(maximumDepth: 8, maximumBytes: largest)
      // There are few different scalars and empty containers.
      if document.count > 100 { documents.append(document) }
    }
    let all = documents
    return onAllCores(all.count) { Self.outcome(of: damage, to: all[$0]) }.reduce(into: Outcome()) {
      $0.texts += $1.texts
      $0.accepted += $1.accepted
      $0.disagreement = $0.disagreement ?? $1.disagreement
    }
  }

  private static func outcome(of damage: Damage, to document: [UInt8]) -> Outcome {
    var outcome = Outcome()
    switch damage {
    case .prefixes:
      for prefix in Mutation.prefixes(of: document) { read(Array(prefix), &outcome) }
    case .byteChanges:
      for change in Mutation.singleByteChanges(of: document) { read(change.bytes, &outcome) }
    }
    return outcome
  }

  private static func read(_ text: [UInt8], _ outcome: inout Outcome) {
    let verdicts = TextReader.allCases.map { $0.verdict(of: text) }
    outcome.texts += 1
    if verdicts[0] == .accepted { outcome.accepted += 1 }
    if verdicts.contains(where: { $0 != verdicts[0] }), outcome.disagreement == nil {
      let list = zip(TextReader.allCases, verdicts).map { "\($0): \($1)" }
      outcome.disagreement = "\(list.joined(separator: "; ")); the bytes are \(text)"
    }
  }
}

/// What a reader reports about a text.
enum TextVerdict: Equatable, CustomStringConvertible {
  case accepted
  case refused(JSONSyntaxError.Kind, at: Int)

  var description: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let kind, let offset): "\(kind), at byte \(offset)"
    }
  }

  init(_ work: () throws(JSONSyntaxError) -> Void) {
    do throws(JSONSyntaxError) {
      try work()
      self = .accepted
    } catch {
      self = .refused(error.kind, at: error.offset)
    }
  }
}

/// The readers of whole texts, which must accept the same texts and report the same errors.
enum TextReader: CaseIterable {
  case validate, document, tree

  /// Reads `text`, and frees the result.
  @inline(never)
  func verdict(of text: [UInt8], options: JSONReadingOptions = .strict) -> TextVerdict {
    TextVerdict { () throws(JSONSyntaxError) in
      switch self {
      case .validate: try JSONDocument.validate(text, options: options)
      case .document: blackHole(try JSONDocument(parsing: text, options: options))
      case .tree: blackHole(try RawJSON(parsing: text, options: options))
      }
    }
  }
}
