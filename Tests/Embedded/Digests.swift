// What the program in C calls, and the host of a WebAssembly module.

import RushJSONCore

/// The digest of a document, as `digests --documents` prints it.
@_cdecl("digest_of_document")
public func digestOfDocument(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
  // Invariant: the caller keeps `count` bytes at the address during the call.
  Digest(ofDocument: unsafe Array(UnsafeBufferPointer(start: bytes, count: count))).state
}

/// The digest of a document that this function writes and reads.
@_cdecl("digest_of_sample")
public func digestOfSample() -> UInt64 {
  var digest = Digest()
  do throws(JSONWritingError) {
    var writer = JSONWriter(options: .pretty)
    try writer.beginObject()
    try writer.member("text", "a \"quoted\" text, é, 𝄞 and\na line")
    try writer.name("numbers")
    try writer.beginArray()
    for number in [0.1, -1e300, 5e-324, 123_456_789] { try number.write(to: &writer) }
    for number in [Int64.min, -1, 0, .max] { try number.write(to: &writer) }
    try writer.endArray()
    try writer.member("nothing", nil as Bool?)
    try writer.member("members", ["only": [true, false]])
    try writer.endObject()
    let text = try writer.finish()
    digest.add(text)
    digest.add(Digest(ofDocument: text).state)
    digest.add(Digest(ofDocument: text.dropLast(2) + [0]).state)
  } catch {
    digest.add(error.description)
  }
  return digest.state
}
