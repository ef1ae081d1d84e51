import RushJSON

/// What a reader reports about a text.
enum RushJSONVerdict: Equatable, CustomStringConvertible {
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
enum RushJSONReader: CaseIterable {
  case validate, document, tree

  /// Reads `text`, and frees the result.
  @inline(never)
  func verdict(of text: [UInt8], options: JSONReadingOptions = .strict) -> RushJSONVerdict {
    RushJSONVerdict { () throws(JSONSyntaxError) in
      switch self {
      case .validate: try JSONTokenizer.validate(text, options: options)
      case .document: blackHole(try JSONDocument(parsing: text, options: options))
      case .tree: blackHole(try RawJSON(parsing: text, options: options))
      }
    }
  }
}
