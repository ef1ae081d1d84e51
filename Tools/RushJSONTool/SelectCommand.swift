import CommandLineTools
import RushJSON
import RushJSONFiles
import RushJSONStreams

/// `rushjson select`: prints the values that patterns select, one a line.
struct SelectCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let projection: JSONProjection
  /// The slice of the values of each pattern, if there is one.
  private let slices: [ToolPath.Slice?]
  private let isCount: Bool
  private let hasPaths: Bool
  private let isRaw: Bool
  /// The container whose elements are read on all cores, and what is selected in each.
  private let parallel: (pointer: JSONPointer, inElement: JSONProjection)?
  private let form: ValueForm
  private let painted: PaintedOutput

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--count", "--raw"])
    try invocation.atMostOne(of: ["--count", "--paths"])
    for option in ["--length", "--keys", "--sort-by", "--unique-by"] {
      try invocation.atMostOne(of: ["--count", option])
    }
    try channels.choose(color: invocation.value("--color"))
    channels.choose(unbuffered: invocation.has("--unbuffered"))
    painted = PaintedOutput(channels.output, hasColor: channels.hasColor)
    form = try ValueForm(invocation)
    isCount = invocation.has("--count")
    hasPaths = invocation.has("--paths")
    isRaw = invocation.has("--raw")
    var texts = invocation.all("-e")
    if texts.isEmpty { texts = Array(invocation.operands.prefix(1)) }
    var selections: [ToolPath.Selection] = []
    for text in texts { selections.append(try ToolPath.selection(text)) }
    slices = selections.map(\.slice)
    parallel =
      invocation.has("--parallel") ? try Self.parts(of: selections, texts, invocation) : nil
    projection = JSONProjection(
      patterns: selections.map(\.pattern),
      skipping: invocation.has("--unchecked") ? .unchecked : .checked)
  }

  func run() throws -> Int32 {
    var count = 0
    if let parallel {
      for name in invocation.files {
        // One thread reads a pipe.
        let isFile = ToolInput(name, channels).length != nil
        if isFile, try select(name, parallel.pointer, parallel.inElement, &count) { continue }
        try select(ToolInput(name, channels), &count)
      }
    } else {
      for input in ToolInput.all(invocation.files, channels) { try select(input, &count) }
    }
    if isCount { try channels.output.write("\(count)\n") }
    return count > 0 ? 0 : 1
  }

  /// A stream does not know the end of an array, so patterns that count from it take the memory of the text.
  private var countsFromEnd: Bool { projection.patterns.contains(where: \.countsFromEnd) }

  private func select(_ input: ToolInput, _ count: inout Int) throws {
    var input = input
    do {
      if countsFromEnd { try selectInMemory(&input, &count) } else { try select(&input, &count) }
    } catch let error as JSONStreamError {
      throw InputReport(error, in: input, invocation.readingOptions)
    }
  }

  private func selectInMemory(_ input: inout ToolInput, _ count: inout Int) throws {
    let matches = try projection.matches(
      in: try input.readAll(), options: invocation.readingOptions)
    count += matches.count
    if !isCount { for match in matches { try print(match) } }
  }

  private func select(_ input: inout ToolInput, _ count: inout Int) throws {
    var reader = JSONProjection.Reader(projection, options: invocation.readingOptions)
    while let chunk = try input.next() {
      reader.feed(chunk)
      try take(&reader, &count)
    }
    reader.finish()
    try take(&reader, &count)
    if reader.hasDuplicates {
      channels.complain(
        "\(input.name): an object on the path has two members of one name; the values in both are selected"
      )
    }
  }

  private func take(_ reader: inout JSONProjection.Reader, _ count: inout Int) throws {
    if isCount {
      count += try reader.countMatches()
      return
    }
    while let match = try reader.next() {
      count += 1
      try print(match)
    }
  }

  private func print(_ match: JSONProjection.Match) throws {
    let output = channels.output
    if hasPaths { try output.write("\(match.pointer)\t") }
    var value = match.value
    if let slice = slices[match.position] { value = try slice.form(of: value, at: match.pointer) }
    if !form.isPlain { value = try form.form(of: value, at: match.pointer) }
    if isRaw, case .string(let text) = value {
      try output.write(text)
    } else {
      try painted.write(try value.jsonBytes())
    }
    try painted.endLine()
  }

  // MARK: - On all cores

  private static func parts(
    of selections: [ToolPath.Selection], _ texts: [String], _ invocation: Invocation
  ) throws(UsageError) -> (JSONPointer, JSONProjection) {
    for option in ["--unchecked", "--length", "--keys", "--sort-by", "--unique-by"] {
      try invocation.atMostOne(of: ["--parallel", option])
    }
    if invocation.files.isEmpty || invocation.files.contains("-") {
      throw UsageError("--parallel reads files; give their names, or leave it out")
    }
    let text = texts.joined(separator: " ")
    let refusal = UsageError(
      "--parallel needs one pattern with every element of an array, such as /items/* or .items[].id, not '\(text)'"
    )
    guard selections.count == 1, selections[0].slice == nil else { throw refusal }
    let pattern = selections[0].pattern
    var tokens: [String] = []
    for step in pattern.steps {
      switch step {
      case .name(let name), .token(let name): tokens.append(name)
      case .wildcard:
        let steps = Array(pattern.steps.dropFirst(tokens.count + 1))
        let inElement = JSONPattern(steps: steps)
        return (JSONPointer(tokens: tokens), JSONProjection(patterns: [inElement]))
      case .index, .slice: throw refusal
      }
    }
    throw refusal
  }

  /// What an element has: the text of each value, and its path in the element.
  private struct Found: Sendable {
    var name: String?
    struct Value: Sendable {
      var pointer: JSONPointer
      var text: [UInt8] = []
      var isJSON = true
    }
    var values: [Value]
  }

  /// Returns whether the file has a container at the path. Otherwise the rest of it is not checked.
  private func select(
    _ name: String, _ pointer: JSONPointer, _ inElement: JSONProjection, _ count: inout Int
  ) throws -> Bool {
    let named = FileName(name)
    let options = invocation.readingOptions
    // As without --parallel, an element may have any length.
    let file = JSONElementsFile(
      named.path, at: pointer, options: options, maximumLength: .max)
    let values: @Sendable ([JSONProjection.Match]) throws -> [Found.Value] = { [isCount, isRaw] in
      try $0.map { match in
        if isCount { return Found.Value(pointer: match.pointer) }
        if isRaw, case .string(let text) = match.value {
          return Found.Value(pointer: match.pointer, text: Array(text.utf8), isJSON: false)
        }
        return Found.Value(pointer: match.pointer, text: try match.value.jsonBytes())
      }
    }
    // A document has no name, and takes less time.
    let found =
      hasPaths
      ? file.map { record in
        let matches = try inElement.matches(in: record.bytes, options: options)
        return Found(name: record.name, values: try values(matches))
      }
      : file.mapDocuments { Found(values: try values(inElement.matches(in: $0.root))) }
    var index = 0
    return try withExtendedLifetime(named) {
      for result in found {
        switch result {
        case .success(let element):
          let path = hasPaths ? pointer.appending(element.name ?? String(index)) : .root
          for value in element.values where !isCount {
            if hasPaths { try channels.output.write("\(path)\(value.pointer)\t") }
            if value.isJSON {
              try painted.write(value.text)
            } else {
              try channels.output.write(value.text)
            }
            try painted.endLine()
          }
          count += element.values.count
          index += 1
        case .failure(let error):
          if error.kind == .noContainer { return false }
          var input = ToolInput(name, channels)
          try? input.pass(error.offset)
          throw InputReport(error, in: input, invocation.readingOptions)
        }
      }
      return true
    }
  }
}
