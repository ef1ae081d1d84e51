import Foundation
import RushJSON
import Testing

@Suite("Data and files")
struct DataTests {
  /// Below and above the size at which data are kept instead of copied.
  @Test(arguments: [0, 10, 1000, 1024, 2043, 2044, 5000])
  func readsData(padding: Int) throws {
    let text = "[1, \"\(String(repeating: "é", count: padding))\"]"
    let document = try JSONDocument(parsing: Data(text.utf8))
    #expect(document.byteCount == text.utf8.count)
    #expect(try document.root[0]?.int() == 1)
    #expect(try document.root[1]?.string().count == padding)
  }

  /// Data are kept from the same size as arrays: shorter texts are read faster as copies.
  @Test(arguments: [20, 1500, 2048, 2049])
  func keepsDataWhereItKeepsArrays(count: Int) throws {
    let bytes = Array("[1,2]".utf8) + [UInt8](repeating: 0x20, count: count - 5)
    let data = Data(bytes)
    func isKept(_ address: UInt, by document: JSONDocument) -> Bool {
      unsafe document.withText { UInt(bitPattern: $0.baseAddress) == address }
    }
    let keepsData = try isKept(
      unsafe data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) },
      by: JSONDocument(parsing: data))
    let keepsArray = try isKept(
      unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) },
      by: JSONDocument(parsing: bytes))
    #expect(keepsData == (count > 2048) && keepsArray == keepsData)
  }

  @Test func oneReaderReadsDataOfAllSizes() throws {
    var reader = JSONDocument.Reader()
    for count in [0, 10, 500, 3000, 0, 1000, 5] {
      let text = Data("[\(String(repeating: "1,", count: count))1]".utf8)
      #expect(try reader.parse(text).root.count == count + 1)
      let refused = #expect(throws: JSONSyntaxError.self) {
        try reader.parse(text.dropLast())
      }
      #expect(refused?.offset == text.count - 1)
    }
  }

  @Test func keepsDataAlive() throws {
    func parse() throws -> JSONDocument.Value? {
      var data = Data("[\"".utf8)
      data.append(Data(repeating: UInt8(ascii: "x"), count: 100_000))
      data.append(Data("\"]".utf8))
      let document = try JSONDocument(parsing: data)
      // Changing the data afterwards changes a copy.
      data.resetBytes(in: 0..<data.count)
      return document.root[0]
    }
    let value = try parse()
    #expect(try value?.string() == String(repeating: "x", count: 100_000))
  }

  @Test func readsASliceOfData() throws {
    let data = Data("xx[1,2]yy".utf8)
    let document = try JSONDocument(parsing: data[2..<7])
    #expect(document.root.count == 2)
    let large = Data(String(repeating: " ", count: 2000).utf8) + Data("[1]]".utf8)
    #expect(try JSONDocument(parsing: large[1000..<(large.count - 1)]).root.count == 1)
  }

  @Test func refusesWithTheSameError() {
    let texts = ["", "[1,", "[1,]", "{\"a\":tru}", String(repeating: " ", count: 5000) + "x"]
    for text in texts {
      #expect(throws: syntaxError(text)) { try JSONDocument(parsing: Data(text.utf8)) }
      #expect(throws: syntaxError(text)) { try JSONDocument.validate(Data(text.utf8)) }
    }
  }

  private func syntaxError(_ text: String) -> JSONSyntaxError {
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text)
      Issue.record("\(text) is accepted")
      return JSONSyntaxError(.emptyText, at: -1)
    } catch {
      return error
    }
  }

  @Test(arguments: [1, 100_000])
  func readsAFile(elements: Int) throws {
    let folder = FileManager.default.temporaryDirectory
    let url = folder.appendingPathComponent("RushJSON-\(UUID().uuidString).json")
    defer { _ = Result { try FileManager.default.removeItem(at: url) } }
    let text = "[" + (0..<elements).map(String.init).joined(separator: ",") + "]"
    try Data(text.utf8).write(to: url)
    let document = try JSONDocument(contentsOf: url)
    #expect(document.root.count == elements)
    #expect(try document.root[elements - 1]?.int() == elements - 1)
  }

  @Test func reportsAMissingFile() {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("no such file.json")
    #expect(throws: CocoaError.self) { try JSONDocument(contentsOf: url) }
  }
}
