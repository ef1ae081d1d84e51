import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

/// The lines of errors about values of records: those of the stream.
@Suite struct RecordPlaceTests {
  private static let lines = "{\"a\":1}\n\n{\"a\":2}\r\n  \n{\"a\":true}\n{\"a\": \"four\"}\n"
  private static let pieces = [
    [Array(lines.utf8)[...]], Array(lines.utf8).split(after: 13), Array(lines.utf8).split(after: 1),
  ]

  private static func line(of document: JSONDocument, at pointer: JSONPointer = .root) -> Int? {
    do throws(JSONValueError) {
      return try document.root.value(at: pointer).bool() ? 0 : 0
    } catch {
      #expect(error.report.hasPrefix("\(error)"))
      return error.location?.line
    }
  }

  @Test(arguments: pieces)
  func documentsOfLines(_ chunks: [ArraySlice<UInt8>]) throws {
    let documents = try JSONLines(chunks).documents().map { try $0.get() }
    #expect(documents.map { Self.line(of: $0) } == [1, 3, 5, 6])
    for document in JSONLines(chunks).documents() { _ = try document.get() }
    // Dropped at once, so each is in the memory of the last one.
    var lines: [Int?] = []
    for document in JSONLines(chunks).documents() {
      lines.append(Self.line(of: try document.get()))
    }
    #expect(lines == [1, 3, 5, 6])
  }

  @Test func descriptionNamesTheRecord() throws {
    let documents = try JSONLines([Self.lines.utf8.map { $0 }]).documents().map { try $0.get() }
    let error = #expect(throws: JSONValueError.self) { try documents[3].root.value(at: "/a").int() }
    #expect(
      error?.description
        == "expected a number, found a string at /a (byte 6 of the record, line 6, column 7)")
    let first = #expect(throws: JSONValueError.self) {
      try documents[0].root.value(at: "/a").bool()
    }
    #expect(
      first?.description == "expected a boolean, found a number at /a (byte 5, line 1, column 6)")
    let decoded = #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode([String: Int].self, from: documents[3])
    }
    #expect(decoded?.valueLine == 6)
  }

  @Test func recordOfSeveralLines() throws {
    let text = "\u{1e}{\"a\":1}\n\u{1e}{\n\"a\":\n2}\n"
    let documents = try JSONLines([text.utf8.map { $0 }], framing: .textSequence).documents()
      .map { try $0.get() }
    #expect(documents.map { Self.line(of: $0, at: "/a") } == [1, 4])
  }

  @Test(arguments: pieces)
  func valuesOfLines(_ chunks: [ArraySlice<UInt8>]) {
    let results = JSONLines(chunks, policy: .deliver).values(of: [String: Int].self)
    #expect(results.map { $0.failedLine } == [nil, nil, 5, 6])
    let mapped = JSONLines(chunks, policy: .deliver).map {
      try $0.document().root.value(at: "/a").int()
    }
    #expect(mapped.map { $0.failedLine } == [nil, nil, 5, 6])
  }

  @Test(arguments: [1, 2], [1, 16, 1 << 20])
  func documentsOfFiles(threads: Int, blockSize: Int) throws {
    let file = try TemporaryFile(Self.lines.utf8)
    var lines = JSONLinesFile(file.path, policy: .deliver)
    (lines.threads, lines.blockSize) = (threads, blockSize)
    #expect(try lines.documents().map { Self.line(of: try $0.get()) } == [1, 3, 5, 6])
    #expect(lines.values(of: [String: Int].self).map { $0.failedLine } == [nil, nil, 5, 6])
    // The blocks come in any order, so lines are unknown.
    lines.isOrdered = false
    #expect(try lines.documents().map { Self.line(of: try $0.get()) } == [1, 1, 1, 1])
  }
}

extension DecodingError {
  fileprivate var valueLine: Int? { valueError?.location?.line }
}

extension Result where Failure == JSONStreamError {
  /// The line in the underlying error, which is that of the record.
  fileprivate var failedLine: Int? {
    guard case .failure(let error) = self else { return nil }
    let value =
      error.underlying as? JSONValueError ?? (error.underlying as? DecodingError)?.valueError
    #expect(value?.location?.line == error.line)
    return value?.location?.line
  }
}

extension [UInt8] {
  fileprivate func split(after count: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
