public import Foundation

extension Pocket {
  /// Reads a pocket from a text.
  ///
  /// A part whose member is missing or `null` is empty. Unknown members are ignored.
  /// - Parameter filterReferences: The keys of the lists to read, or `nil` for all. Other lists are
  ///   checked to be JSON, but not to be lists of strings, and are not built.
  /// - Throws: A `JSONSyntaxError`, or a `JSONValueError` with the path of a value of the wrong kind.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing text: [UInt8], filterReferences: [String]? = nil) throws {
    try self.init(JSONDocument(parsing: text, options: .strict), filterReferences: filterReferences)
  }

  /// Reads a pocket from a text. See ``init(parsing:filterReferences:)-([UInt8],_)``.
  public init(parsing text: String, filterReferences: [String]? = nil) throws {
    try self.init(JSONDocument(parsing: text, options: .strict), filterReferences: filterReferences)
  }

  /// Reads a pocket from a text. See ``init(parsing:filterReferences:)-([UInt8],_)``.
  public init(parsing text: Data, filterReferences: [String]? = nil) throws {
    try self.init(JSONDocument(parsing: text, options: .strict), filterReferences: filterReferences)
  }

  /// Reads a pocket from a document. See ``init(parsing:filterReferences:)-([UInt8],_)``.
  public init(_ document: JSONDocument, filterReferences: [String]? = nil) throws(JSONValueError) {
    let root = document.root
    // Throws unless the value is an object; likewise below.
    _ = try root.members()
    self.init()
    if let references = root[Member.references], !references.isNull {
      try read(references, keys: filterReferences)
    }
    if let data = root[Member.data], !data.isNull {
      _ = try data.members()
      self.data = RawJSON(data).objectValue ?? [:]
    }
  }

  /// The names of a pocket's members.
  enum Member {
    static let references = "references"
    static let data = "data"
  }

  private mutating func read(
    _ references: JSONDocument.Value, keys: [String]?
  ) throws(JSONValueError) {
    let members = try references.members()
    guard let keys else {
      for member in members {
        self.references[member.name] = .some(try Pocket.list(member.value))
      }
      return
    }
    for key in keys {
      guard let list = references[key] else { continue }
      self.references[key] = .some(try Pocket.list(list))
    }
  }

  private static func list(_ value: JSONDocument.Value) throws(JSONValueError) -> [String]? {
    if value.isNull { return nil }
    var list: [String] = []
    list.reserveCapacity(value.count)
    for element in try value.elements() { list.append(try element.string()) }
    return list
  }
}
