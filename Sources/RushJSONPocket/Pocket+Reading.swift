// Pockets from JSON: everything that is asked for is checked, and nothing else is built.

public import Foundation

extension Pocket {
  /// Reads a pocket from a text.
  ///
  /// Members that are missing or `null` make an empty part. What else stands in the object is ignored.
  /// - Parameter filterReferences: The keys of the lists to read; `nil` for all. Of the others nothing
  ///   is built: they are checked to be JSON, but not to be lists of strings.
  /// - Throws: A `JSONSyntaxError` if the text is not JSON; a `JSONValueError` with the path of a value
  ///   that is of another kind than a pocket has there.
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
    // Throws for all that is no object.
    _ = try root.members()
    self.init()
    if let references = root[Member.references], !references.isNull {
      try read(references, keys: filterReferences)
    }
    if let data = root[Member.data], !data.isNull { self.data = try data.object() }
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

extension JSONDocument.Value {
  /// The members as a tree.
  fileprivate func object() throws(JSONValueError) -> JSONObject {
    // Throws for all that is no object.
    _ = try members()
    guard case .dictionary(let object) = try tree() else { return [:] }
    return object
  }

  /// The value with all that is in it, by a list of what is open: a document may nest deep.
  private func tree() throws(JSONValueError) -> RawJSON {
    var open: [OpenContainer] = []
    var value = self
    while true {
      var finished: RawJSON?
      switch value.kind {
      case .null: finished = .null
      case .bool: finished = .bool(try value.bool())
      case .number: finished = .number(try value.number())
      case .string: finished = .string(try value.string())
      case .array: open.append(.array(try value.elements().makeIterator(), JSONArray()))
      case .object:
        open.append(.object(try value.members().makeIterator(), name: "", JSONObject()))
      }
      // On to the next element or member, and out of containers that have none left.
      while true {
        if let finished {
          if open.isEmpty { return finished }
          open[open.count - 1].put(finished)
        }
        if let next = open[open.count - 1].next() {
          value = next
          break
        }
        finished = open.removeLast().value
      }
    }
  }
}

/// An array or object of which some is in the tree.
private enum OpenContainer {
  case array(JSONDocument.Elements.Iterator, JSONArray)
  case object(JSONDocument.Members.Iterator, name: String, JSONObject)

  var value: RawJSON {
    switch self {
    case .array(_, let array): .array(array)
    case .object(_, _, let object): .dictionary(object)
    }
  }

  mutating func next() -> JSONDocument.Value? {
    switch consume self {
    case .array(var elements, let array):
      let next = elements.next()
      self = .array(elements, array)
      return next
    case .object(var members, let name, let object):
      let next = members.next()
      self = .object(members, name: next?.name ?? name, object)
      return next?.value
    }
  }

  mutating func put(_ value: RawJSON) {
    switch consume self {
    case .array(let elements, var array):
      array.append(value)
      self = .array(elements, array)
    case .object(let members, let name, var object):
      object[name] = value
      self = .object(members, name: name, object)
    }
  }
}
