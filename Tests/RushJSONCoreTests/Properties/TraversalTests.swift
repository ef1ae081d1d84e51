import CorpusGenerator
import RushJSONCore
import Testing

/// All ways through a random document see the same values.
@Suite struct TraversalTests {
  static let count = 60

  static func documents(_ seed: PropertySeed) throws -> [JSONDocument] {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    return try (0..<count).map { _ in
      let document = try JSONDocument(
        parsing: generator.document(maximumDepth: 6, maximumBytes: 600))
      document._checkInvariants()
      RawJSON(document.root)._checkInvariants()
      return document
    }
  }

  /// A value or name, as one of these ways sees it.
  struct Visit: Equatable {
    let kind: JSONKind
    let offset: Int
    var count = 0
    var name: String?
  }

  @Test(arguments: PropertySeed.all(count: 10))
  func cursorSeesWhatViewsSee(_ seed: PropertySeed) throws {
    for document in try Self.documents(seed) {
      var expected: [Visit] = []
      try visit(document.root, &expected)
      var found: [Visit] = []
      var cursor = document.cursor()
      while cursor.advance() {
        // A cursor is at the first byte between the quotes, a view at the first quote.
        let offset = cursor.kind == .string ? cursor.offset - 1 : cursor.offset
        let name = cursor.isName ? cursor.withUTF8 { visible($0) } : nil
        found.append(
          Visit(kind: cursor.kind, offset: offset, count: cursor.count, name: name))
      }
      // Views do not know the offsets of names.
      found = found.map { $0.name == nil ? $0 : Visit(kind: .string, offset: 0, name: $0.name) }
      #expect(found == expected)
      #expect(found.count == document.recordCount)
    }
  }

  private func visit(_ value: JSONDocument.Value, _ visits: inout [Visit]) throws {
    visits.append(Visit(kind: value.kind, offset: value.offset, count: value.count))
    switch value.kind {
    case .array: for element in try value.elements() { try visit(element, &visits) }
    case .object:
      for member in try value.members() {
        let name = member.withNameUTF8 { visible($0) }
        visits.append(Visit(kind: .string, offset: 0, name: name))
        try visit(member.value, &visits)
      }
    default: break
    }
  }

  private func visible(_ span: Span<UInt8>) -> String {
    RushJSONCoreTests.visible(span.indices.map { span[$0] })
  }

  @Test(arguments: PropertySeed.all(count: 10))
  func skippingContentsVisitsTheOutermost(_ seed: PropertySeed) throws {
    for document in try Self.documents(seed) where document.root.kind == .array {
      var cursor = document.cursor()
      _ = cursor.advance()
      var offsets: [Int] = []
      while cursor.advance() {
        offsets.append(cursor.kind == .string ? cursor.offset - 1 : cursor.offset)
        if cursor.kind == .array || cursor.kind == .object { cursor.skipContents() }
      }
      #expect(offsets == (try document.root.elements().map(\.offset)))
    }
  }

  /// The pointer of a value finds that value, or the last of several duplicates, which wins.
  @Test(arguments: PropertySeed.all(count: 10))
  func pointersResolveToTheirValues(_ seed: PropertySeed) throws {
    for document in try Self.documents(seed) {
      var last: [JSONPointer: Int] = [:]
      var pointers: [JSONPointer] = []
      try walk(document.root, at: .root) { value, pointer in
        #expect(value.pointer == pointer)
        last[pointer] = value.offset
        pointers.append(pointer)
      }
      for pointer in pointers {
        let parts = try JSONPointer(pointer.description)
        #expect(parts == pointer)
        guard let found = document.root[pointer] else {
          #expect(hasDuplicateAbove(pointer, in: document.root))
          continue
        }
        #expect(try document.root.value(at: pointer).offset == found.offset)
        // Nothing finds the values below a duplicate that lost.
        #expect(found.pointer == pointer)
        if found.offset != last[pointer] {
          #expect(hasDuplicateAbove(pointer, in: document.root))
        }
      }
    }
  }

  private func hasDuplicateAbove(_ pointer: JSONPointer, in root: JSONDocument.Value) -> Bool {
    var value = root
    for token in pointer.tokens {
      if let members = try? value.members(), members.count(where: { $0.hasName(token) }) > 1 {
        return true
      }
      guard let next = value[JSONPointer(tokens: [token])] else { return false }
      value = next
    }
    return false
  }

  private func walk(
    _ value: JSONDocument.Value, at pointer: JSONPointer,
    _ body: (JSONDocument.Value, JSONPointer) throws -> Void
  ) throws {
    try body(value, pointer)
    if value.kind == .array {
      for (i, element) in try value.elements().enumerated() {
        try walk(element, at: pointer.appending(i), body)
      }
    } else if value.kind == .object {
      for member in try value.members() {
        try walk(member.value, at: pointer.appending(member.name), body)
      }
    }
  }

  /// A value begins at its offset, and reading from there gives the same value.
  @Test(arguments: PropertySeed.all(count: 10))
  func offsetsPointAtTheValues(_ seed: PropertySeed) throws {
    for document in try Self.documents(seed) {
      let bytes = unsafe document.withText { unsafe Array($0) }
      try walk(document.root, at: .root) { value, _ in
        let rest = Array(bytes[value.offset...])
        let first = rest[0]
        let expected: JSONKind =
          switch first {
          case 0x5b: .array
          case 0x7b: .object
          case 0x22: .string
          case 0x74, 0x66: .bool
          case 0x6e: .null
          default: .number
          }
        #expect(value.kind == expected)
        if value.kind == .number {
          let number = try value.number().text
          #expect(Array(number.utf8) == Array(rest.prefix(number.utf8.count)))
        }
      }
    }
  }

  /// Every kernel makes the same document, with windows of any size.
  @Test(arguments: PropertySeed.all(count: 4))
  func kernelsMakeTheSameDocument(_ seed: PropertySeed) throws {
    for document in try Self.documents(seed) {
      let bytes = unsafe document.withText { unsafe Array($0) }
      let expected = contents(of: document)
      for kernel in BlockKernel.available {
        for window in [64, 128, 8192] {
          let other = try JSONDocument(parsing: bytes, kernel: kernel, window: window)
          #expect(contents(of: other) == expected, "\(kernel), \(window)")
        }
      }
    }
  }

  /// Everything that a cursor reports, as text.
  private func contents(of document: JSONDocument) -> [String] {
    var lines: [String] = []
    var cursor = document.cursor()
    while cursor.advance() {
      let text = cursor.withUTF8 { span in span.indices.map { String(span[$0]) } }
      lines.append(
        """
        \(cursor.kind) \(cursor.isName) \(cursor.offset) \(cursor.count) \(String(describing: cursor.bool)) \
        \(String(describing: cursor.double?.bitPattern)) \(String(describing: cursor.int64)) \(text)
        """)
    }
    return lines
  }
}
