import Foundation

@testable import RushJSONTool

/// A run of the program with files in a folder of its own.
struct ToolRun {
  var code: Int32
  var output: String
  var errors: String

  /// Runs the program. In arguments, `%name` is the path of the file `name` of `files`.
  init(
    _ arguments: [String], input: String = "", files: [String: [UInt8]] = [:], color: Bool = false
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { Self.remove(folder) }
    for (name, bytes) in files {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
    let places = ["stdin", "stdout", "stderr"].map { folder.appendingPathComponent($0) }
    try Data(input.utf8).write(to: places[0])
    for place in places.dropFirst() { try Data().write(to: place) }
    let handles = [
      try FileHandle(forReadingFrom: places[0]), try FileHandle(forWritingTo: places[1]),
      try FileHandle(forWritingTo: places[2]),
    ]
    let channels = Channels(
      input: handles[0].fileDescriptor, output: handles[1].fileDescriptor,
      errors: handles[2].fileDescriptor, hasColor: color, showsProgress: false)
    code = Tool.run(
      arguments: arguments.map { $0.replacing("%", with: folder.path + "/") }, channels: channels)
    output = Self.text(try Data(contentsOf: places[1]), folder)
    errors = Self.text(try Data(contentsOf: places[2]), folder)
    for handle in handles { try handle.close() }
  }

  private static func text(_ data: Data, _ folder: URL) -> String {
    String(decoding: data, as: UTF8.self).replacing(folder.path + "/", with: "%")
  }

  static func remove(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch {
      // The system empties the folder for temporary files.
    }
  }
}
