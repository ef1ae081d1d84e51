import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

/// Every number that a program may give to the readers of files takes the greatest, the least and zero.
@Suite struct ExtremeFileTests {
  private static let numbers = [Int.min, -1, 0, 1, .max - 1, .max]
  private static let text = Array("[1]\n{\"a\":2}\n".utf8)

  @Test(arguments: numbers)
  func filesOfLines(number: Int) throws {
    let file = try TemporaryFile(Self.text)
    func values(_ change: (inout JSONLinesFile) -> Void) throws -> [RawJSON] {
      var lines = JSONLinesFile(file.path)
      change(&lines)
      return try lines.trees().map { try $0.get() }
    }
    #expect(try values { $0.threads = number } == [[1], ["a": 2]])
    #expect(try values { $0.blockSize = number } == [[1], ["a": 2]])
    #expect(
      try values { $0.range = 0..<max(number, 0) }.count == (number <= 0 ? 0 : number == 1 ? 1 : 2))
    #expect(try values { $0.range = min(number, 0)..<1 }.count <= 1)
    #expect(try values { $0.range = .min..<number }.count <= 2)
    if number > 1 { #expect(try values { $0.maximumLength = number }.count == 2) }
    if number <= 1 {
      #expect(throws: JSONStreamError.self) { try values { $0.maximumLength = number } }
    }
  }

  @Test(arguments: numbers)
  func filesOfElements(number: Int) throws {
    let file = try TemporaryFile(Array(#"{"a": [[1], {"b": 2}], "c": 3}"#.utf8))
    func values(_ change: (inout JSONElementsFile) -> Void) throws -> [RawJSON] {
      var elements = JSONElementsFile(file.path, at: "/a", maximumLength: 100)
      elements.threads = 2
      change(&elements)
      return try elements.trees().map { try $0.get() }
    }
    #expect(try values { $0.threads = number } == [[1], ["b": 2]])
    #expect(try values { $0.blockSize = number } == [[1], ["b": 2]])
    if number > 1 { #expect(try values { $0.maximumLength = number }.count == 2) }
    if number <= 1 {
      #expect(throws: JSONStreamError.self) { try values { $0.maximumLength = number } }
    }
  }

  @Test(arguments: numbers, [false, true])
  func chunksOfFiles(number: Int, isMapped: Bool) throws {
    let file = try TemporaryFile(Self.text)
    func bytes(_ chunks: JSONFileChunks) throws -> [UInt8] {
      try chunks.flatMap { try $0.get() }
    }
    #expect(
      try bytes(JSONFileChunks(path: file.path, size: number, isMapped: isMapped)) == Self.text)
    let range = 0..<Int.max
    let chunks = JSONFileChunks(path: file.path, range: range, size: number, isMapped: isMapped)
    #expect(try bytes(chunks) == Self.text)
    let rest = JSONFileChunks(
      path: file.path, range: max(number, 0)..<Int.max, size: 10, isMapped: isMapped)
    #expect(try bytes(rest) == Array(Self.text.dropFirst(max(number, 0))))
    let handle = try #require(FileHandle(forReadingAtPath: file.path))
    #expect(
      try bytes(JSONFileChunks(descriptor: handle.fileDescriptor, size: number)) == Self.text)
    #expect(Data(Self.text).jsonChunks(of: number).flatMap { $0 } == Self.text)
  }
}
