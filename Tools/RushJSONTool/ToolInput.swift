import CommandLineTools
import Foundation
import RushJSON
import RushJSONFiles

/// A file, or standard input, in pieces; with the last bytes for messages.
struct ToolInput {
  /// The name for messages.
  let name: String
  private let file: FileName?
  private let descriptor: Int32
  private var chunks: JSONFileChunks.Iterator
  /// The latest pieces. Messages show a line of them.
  private(set) var recent: [[UInt8]] = []
  /// How many bytes have come.
  private(set) var count = 0

  private static let size = 256 << 10

  /// The input that `operand` names.
  init(_ operand: String, _ channels: Channels) {
    self.init(
      file: operand == "-" ? nil : FileName(operand), descriptor: channels.input)
  }

  private init(file: FileName?, descriptor: Int32) {
    name = file?.shown ?? "standard input"
    self.file = file
    self.descriptor = descriptor
    let source =
      file.map { JSONFileChunks(path: $0.path, size: Self.size) }
      ?? JSONFileChunks(descriptor: descriptor, size: Self.size)
    chunks = source.makeIterator()
  }

  /// The same input from its beginning, or `nil` if it is not a file with a name.
  var again: ToolInput? {
    file == nil || length == nil ? nil : ToolInput(file: file, descriptor: descriptor)
  }

  /// The inputs that `operands` name: standard input if there are none.
  static func all(_ operands: some Collection<String>, _ channels: Channels) -> [ToolInput] {
    operands.isEmpty ? [ToolInput("-", channels)] : operands.map { ToolInput($0, channels) }
  }

  /// The next piece, or `nil` at the end.
  mutating func next() throws(JSONStreamError) -> [UInt8]? {
    guard let chunk = try chunks.next()?.get() else { return nil }
    if recent.count == 2 { recent.removeFirst() }
    recent.append(chunk)
    count += chunk.count
    return chunk
  }

  /// Reads up to the byte at `offset`, so that a message shows its line.
  mutating func pass(_ offset: Int) throws(JSONStreamError) {
    while count <= offset, try next() != nil {}
  }

  /// All bytes.
  mutating func readAll() throws(JSONStreamError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Not by doubling, which takes up to three times the memory.
    bytes.reserveCapacity(length ?? 0)
    while let chunk = try next() { bytes += chunk }
    return bytes
  }

  /// The path of a syntax error, which is incomplete if the reader has skipped values: what is at
  /// hand of a short input is scanned, a file read again up to the error.
  func path(of error: JSONStreamError, _ options: JSONReadingOptions) -> JSONPointer? {
    let bytes = recent.joined()
    if count > 0, bytes.count == count, let syntax = error.syntaxError {
      return syntax.pointer(in: bytes)
    }
    guard var again else { return error.pointer }
    do throws(JSONStreamError) {
      var reader = JSONEventReader(.values, options: options)
      while let chunk = try again.next() {
        reader.feed(chunk)
        while try reader.next() != nil {}
      }
      reader.finish()
      while try reader.next() != nil {}
    } catch let complete {
      if complete.syntaxError == error.syntaxError { return complete.pointer }
    }
    // The file has changed in between.
    return error.pointer
  }

  /// The length in bytes, or `nil` if it is not a file.
  var length: Int? {
    var status = stat()
    let result =
      if let file {
        // Invariant: both pointers are valid during the call.
        unsafe stat(file.path, &status)
      } else {
        // Invariant: the pointer is valid during the call.
        unsafe fstat(descriptor, &status)
      }
    return result == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}

/// A message about an input: what is wrong, the line of the text, and a caret below the place.
struct InputReport: Error, CustomStringConvertible {
  let description: String

  /// - Parameter options: How the input was read.
  init(
    _ error: JSONStreamError, in input: ToolInput, _ options: JSONReadingOptions,
    color: Bool = false
  ) {
    switch error.kind {
    case .file(_, _, let message): description = "cannot read \(input.name): \(message)"
    case .syntax(let kind):
      let bytes = Array(input.recent.joined())
      let start = input.count - bytes.count
      let syntax = error.syntaxError ?? JSONSyntaxError(kind, at: error.offset)
      let local = syntax.moved(to: max(0, error.offset - start))
      let place = Place(
        name: input.name, line: error.location?.line, column: error.location?.column,
        offset: error.offset, input.path(of: error, options))
      description = Self.text(local, at: place, in: bytes, color: color)
    default: description = "\(input.name): \(error)"
    }
  }

  /// The report of a whole text, which may be the line of this number of a file.
  init(
    _ error: JSONSyntaxError, in text: [UInt8], of name: String, line: Int? = nil,
    color: Bool = false
  ) {
    let location = error.location(in: text)
    let place = Place(
      name: name, line: line ?? location.line, column: location.column, offset: error.offset,
      error.pointer(in: text))
    description = Self.text(error, at: place, in: text, hasJSON5: line == nil, color: color)
  }

  private struct Place {
    /// The input, line and column.
    var text: String
    /// The offset and the path.
    var inside: String

    init(name: String, line: Int?, column: Int?, offset: Int, _ pointer: JSONPointer?) {
      text = name
      if let line, let column { text += ":\(line):\(column)" }
      inside = "byte \(offset)"
      if let pointer, !pointer.isEmpty { inside += ", in \(pointer.description.prefix(100))" }
    }
  }

  /// - Parameter local: The error with its offset in `bytes`, which may begin later than the text.
  private static func text(
    _ local: JSONSyntaxError, at place: Place, in bytes: [UInt8], hasJSON5: Bool = true, color: Bool
  ) -> String {
    let lines = local.report(in: bytes).split(separator: "\n", omittingEmptySubsequences: false)
    // What follows repeats the place.
    let what = lines[0].components(separatedBy: " at byte ").dropLast()
      .joined(separator: " at byte ")
    var text = "\(place.text): \(what.isEmpty ? String(lines[0]) : what) (\(place.inside))"
    // Lines have no such option.
    if hasJSON5, !local.leniencies.isEmpty {
      if JSONReadingOptions.jsonc.leniencies.isSuperset(of: local.leniencies) {
        text += "; accepted with --jsonc"
      } else if JSONReadingOptions.json5.leniencies.isSuperset(of: local.leniencies) {
        text += "; accepted with --json5"
      }
    }
    if color { text = "\u{1B}[31m\(text)\u{1B}[0m" }
    return lines.count == 3 ? "\(text)\n\(lines[1])\n\(lines[2])" : text
  }
}
