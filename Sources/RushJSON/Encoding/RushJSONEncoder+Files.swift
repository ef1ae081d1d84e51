internal import RushJSONCore
public import _RushJSONFoundation

extension RushJSONEncoder {
  /// Encodes a value to the file at `url`, 64 KiB at a time, while the value is being encoded.
  ///
  /// The text is written to a file in the same folder, which replaces the old file when it is complete.
  /// So a reader of `url` finds the old file or the new one, and after an error the old one. The new file has the
  /// mode of the old one.
  /// - Parameter userInfo: Entries that the encoder's `userInfo` gets for this call.
  /// - Throws: The errors of `RushJSONCoreEncoder.encode(_:userInfo:to:)`, or a `CocoaError`
  ///   if the file cannot be written.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil, to url: URL
  ) throws {
    try FileReplacement.write(to: url) { sink in
      try encode(value, userInfo: userInfo, to: sink)
    }
  }
}
