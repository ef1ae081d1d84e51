import CommandLineTools
import RushJSON

/// `rushjson stats`: the shape of a text, counted event by event.
struct StatsCommand {
  private let invocation: Invocation
  private let channels: Channels

  init(_ invocation: Invocation, _ channels: Channels) {
    self.invocation = invocation
    self.channels = channels
  }

  func run() throws -> Int32 {
    for var input in ToolInput.all(invocation.operands, channels) {
      var shape = TextShape()
      var progress = ProgressBar(channels, length: input.length)
      var reader = JSONEventReader(
        invocation.has("--lines") ? .values : .value, options: invocation.readingOptions)
      do throws(JSONStreamError) {
        while let chunk = try input.next() {
          reader.feed(chunk)
          try shape.add(&reader)
          progress.advance(to: input.count)
        }
        reader.finish()
        try shape.add(&reader)
        progress.end()
      } catch {
        progress.end()
        throw InputReport(error, in: input, invocation.readingOptions)
      }
      let rows = [["input", input.name], ["bytes", "\(input.count)"]] + shape.rows
      let table = TextTable(rows: rows, alignments: [.left])
      try channels.output.write(table.lines.map { $0 + "\n" }.joined())
    }
    return 0
  }
}

/// What is in a text.
struct TextShape {
  private var objects = 0, arrays = 0, strings = 0, numbers = 0, booleans = 0, nulls = 0
  private var names = 0, roots = 0
  private var depth = 0, deepest = 0
  private var stringBytes = 0, longestString = 0, longestName = 0
  /// The members or elements that have begun in each open container.
  private var counts: [Int] = []
  private var kinds: [Bool] = []
  private var mostMembers = 0, mostElements = 0

  mutating func add(_ reader: inout JSONEventReader) throws(JSONStreamError) {
    while let event = try reader.next() {
      switch event {
      case .name:
        names &+= 1
        longestName = max(longestName, reader.withUTF8 { $0.count } ?? 0)
      case .string:
        strings &+= 1
        let length = reader.withUTF8 { $0.count } ?? 0
        stringBytes &+= length
        longestString = max(longestString, length)
        count()
      case .number:
        numbers &+= 1
        count()
      case .bool:
        booleans &+= 1
        count()
      case .null:
        nulls &+= 1
        count()
      case .beginArray:
        arrays &+= 1
        open(isObject: false)
      case .beginObject:
        objects &+= 1
        open(isObject: true)
      case .endArray, .endObject: close()
      }
    }
  }

  private mutating func count() {
    if depth == 0 { roots &+= 1 } else { counts[depth &- 1] &+= 1 }
  }

  private mutating func open(isObject: Bool) {
    count()
    if depth == counts.count {
      counts.append(0)
      kinds.append(isObject)
    } else {
      counts[depth] = 0
      kinds[depth] = isObject
    }
    depth &+= 1
    deepest = max(deepest, depth)
  }

  private mutating func close() {
    depth &-= 1
    if kinds[depth] {
      mostMembers = max(mostMembers, counts[depth])
    } else {
      mostElements = max(mostElements, counts[depth])
    }
  }

  var rows: [[String]] {
    [
      ("values at top level", roots), ("objects", objects), ("arrays", arrays), ("names", names),
      ("strings", strings), ("numbers", numbers), ("booleans", booleans), ("nulls", nulls),
      ("deepest nesting", deepest), ("most members of an object", mostMembers),
      ("most elements of an array", mostElements), ("bytes of all strings", stringBytes),
      ("longest string", longestString), ("longest name", longestName),
    ].map { [$0.0, "\($0.1)"] }
  }
}
