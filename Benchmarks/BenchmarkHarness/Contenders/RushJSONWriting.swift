import RushJSON

extension InProcessContender {
  /// RushJSON's work at the tasks that write. A text is judged by reading it.
  static var rushJSONWriting: Preparations {
    [
      .write: { input in
        let document = try JSONDocument(parsing: input.bytes)
        return InProcessRun(work: { try document.jsonBytes() }, describe: textFingerprint)
      },
      .writeTree: { input in
        let tree = try RawJSON(parsing: input.bytes)
        return InProcessRun(work: { try tree.jsonBytes() }, describe: textFingerprint)
      },
      .pretty: { input in
        let tree = try RawJSON(parsing: input.bytes)
        return InProcessRun(work: { try tree.jsonBytes(.pretty) }, describe: textFingerprint)
      },
      .roundtrip: { input in
        let bytes = input.bytes
        return InProcessRun(
          work: { try JSONDocument(parsing: bytes).jsonBytes() }, describe: textFingerprint)
      },
    ]
  }

  private static func textFingerprint(_ text: [UInt8]) throws -> Fingerprint {
    RushJSONWalk.fingerprint(of: try JSONDocument(parsing: text))
  }
}
