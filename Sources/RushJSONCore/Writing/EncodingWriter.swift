/// The encoder that a writer writes for: options that matter for members and types.
protocol EncodingWriter: AnyObject {
  /// The name of a member, after the encoder's strategy; `nil` if it does not change.
  func convertedName(_ name: JSONName) -> String?
  /// Whether a strategy converts names.
  var convertsNames: Bool { get }
  /// Whether members that are `nil` are written as `null`.
  var writesNil: Bool { get }
  /// Whether entries of dictionaries that are `nil` are left out.
  var omitsNil: Bool { get }
}
