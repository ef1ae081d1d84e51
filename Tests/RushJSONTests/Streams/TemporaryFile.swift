import Foundation

/// A file that is there during a test.
final class TemporaryFile {
  let path: String

  init(_ bytes: some Sequence<UInt8>) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "rushjson-\(UUID()).jsonl")
    path = url.path(percentEncoded: false)
    try Data(bytes).write(to: url)
  }

  deinit {
    // Invariant: the path is a C string during the call.
    unsafe unlink(path)
  }
}
