import CommandLineTools
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONMacros
import RushJSONStreams

/// One job in every view: the sum of one member of all elements of an array in a file. Each view has a process of its own.
struct ViewsCheck {
  /// The length of the file in bytes.
  let bytes: Int

  enum View: String, CaseIterable {
    case document, reader = "document reader", cursor, tree, codable = "Codable", model =
      "@JSONModel"
    case elements = "JSONElements, typed", elementDocuments = "JSONElements, documents"
    case projection = "JSONProjection", events = "JSONEventReader"
    case file = "JSONElementsFile, typed", fileDocuments = "JSONElementsFile, documents"
  }

  struct Cost: Codable {
    var sum: Int
    var seconds: Double
    var processor: Double
    var memory: Int
  }

  private struct Item: Codable, Sendable {
    var id: Int
  }

  @JSONModel
  struct Model: Sendable {
    var id: Int
  }

  func run() throws(UsageError) -> Bool {
    let count = max(1, bytes / 200)
    let file = try TemporaryFile(ending: "json") { handle in
      try handle.write(contentsOf: Data(#"{"items":["#.utf8))
      for start in stride(from: 0, to: count, by: 1000) {
        let elements = (start..<min(count, start + 1000)).map { Self.element($0) }
        let text = (start == 0 ? "" : ",\n") + elements.joined(separator: ",\n")
        try handle.write(contentsOf: Data(text.utf8))
      }
      try handle.write(contentsOf: Data("]}".utf8))
    }
    var rows: [[String]] = []
    var isRight = true
    for view in View.allCases {
      var best: Cost?
      for _ in 0..<3 {
        let cost = try ChildRun.view.result(Cost.self, of: [view.rawValue, file.url.path])
        if cost.sum != count * (count - 1) / 2 {
          try Output.standard.write("FAILED: another sum in \(view.rawValue)\n")
          isRight = false
        }
        if cost.seconds < best?.seconds ?? .infinity { best = cost }
      }
      guard let best else { continue }
      func nanoseconds(_ seconds: Double) -> String {
        String(Int((seconds * 1e9 / Double(count)).rounded()))
      }
      rows.append([
        view.rawValue, nanoseconds(best.seconds), nanoseconds(best.processor),
        Figures.size(best.memory),
      ])
    }
    try Output.standard.write("\(count) elements of 200 bytes\n\n")
    try Output.standard.write(
      TextTable(
        titles: ["view", "ns an element", "ns of processor time", "memory"], rows: rows,
        alignments: [.left, .right, .right, .right]))
    return isRight
  }

  private static func element(_ number: Int) -> String {
    let text =
      #"{"name":"item \#(number)","price":\#(number % 977).25,"tags":["new","red"],"#
      + #""stock":{"north":3,"south":14},"id":\#(number),"sold":true,"text":""#
    return text + String(repeating: "x", count: max(0, 196 - text.utf8.count)) + "\"}"
  }

  /// Does the job in one view, in this process.
  static func cost(of name: String, in path: String) throws(UsageError) -> Cost {
    guard let view = View(rawValue: name) else { throw UsageError("no view \(name)") }
    do {
      var cost = Cost(sum: 0, seconds: 0, processor: 0, memory: 0)
      cost.memory = try PeakMemory.above {
        let (start, used) = (DispatchTime.now().uptimeNanoseconds, processorTime)
        cost.sum = try sum(view, path)
        cost.seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        cost.processor = processorTime - used
      }
      return cost
    } catch {
      throw UsageError("\(name): \(error)")
    }
  }

  private static var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static func sum(_ view: View, _ path: String) throws -> Int {
    let url = URL(fileURLWithPath: path)
    let chunks = JSONFileChunks(path: path)
    let elements = JSONElements(at: "/items", in: chunks)
    let file = JSONElementsFile(path, at: "/items")
    var sum = 0
    switch view {
    case .document:
      let document = try JSONDocument(contentsOf: url)
      for element in try document.root.value(at: "/items").elements() {
        sum += try element["id"]?.int() ?? 0
      }
    case .cursor:
      let document = try JSONDocument(contentsOf: url)
      var cursor = document.cursor()
      var isWanted = false
      while cursor.advance() {
        if isWanted { sum += Int(cursor.int64 ?? 0) }
        isWanted =
          cursor.isName
          && cursor.withRawUTF8 { name in
            name.count == 2 && name[0] == UInt8(ascii: "i") && name[1] == UInt8(ascii: "d")
          }
      }
    case .reader:
      var reader = JSONDocument.Reader()
      for record in elements.records() {
        sum += try reader.parse(Array(record.get().bytes)).root["id"]?.int() ?? 0
      }
    case .tree:
      let tree = try RawJSON(parsing: Data(contentsOf: url))
      for element in tree["items"]?.arrayValue ?? [] { sum += element["id"]?.intValue ?? 0 }
    case .codable:
      let items = try RushJSONDecoder().decode(
        [Item].self, from: Data(contentsOf: url), at: "/items")
      for item in items { sum += item.id }
    case .model:
      let items = try RushJSONDecoder().decode(
        [Model].self, from: Data(contentsOf: url), at: "/items")
      for item in items { sum += item.id }
    case .elements: for item in elements.values(of: Model.self) { sum += try item.get().id }
    case .elementDocuments:
      for item in elements.documents() { sum += try item.get().root["id"]?.int() ?? 0 }
    case .file: for item in file.values(of: Model.self) { sum += try item.get().id }
    case .fileDocuments:
      for item in file.documents() { sum += try item.get().root["id"]?.int() ?? 0 }
    case .projection:
      var reader = JSONProjection.Reader(JSONProjection(patterns: ["/items/*/id"]))
      for chunk in chunks {
        reader.feed(try chunk.get())
        while let match = try reader.next() { sum += match.value.intValue ?? 0 }
      }
      reader.finish()
      while let match = try reader.next() { sum += match.value.intValue ?? 0 }
    case .events:
      var reader = JSONEventReader()
      var isWanted = false
      func take() throws {
        while let event = try reader.next() {
          if isWanted { sum += Int(reader.double() ?? 0) }
          isWanted = event == .name && reader.string() == "id"
        }
      }
      for chunk in chunks {
        reader.feed(try chunk.get())
        try take()
      }
      reader.finish()
      try take()
    }
    return sum
  }
}
