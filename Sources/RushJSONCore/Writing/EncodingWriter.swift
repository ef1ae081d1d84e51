/// The encoder that a writer writes for: options that matter for members and types.
protocol EncodingWriter: AnyObject {
  /// The name of a member of the object at `path`, after the encoder's strategy; `nil` if no strategy
  /// converts names.
  func convertedName(_ name: JSONName, path: () -> [AnyPathKey]) -> String?
  /// Notes that a member at a depth has a converted name, which ends at an offset in the output.
  func noteConverted(_ name: JSONName, depth: Int, end: Int)
  /// The name that was converted to the one at a depth that ends at an offset, or `nil`.
  func nameBeforeConversion(depth: Int, end: Int) -> String?
  /// The path of the value that the writer writes.
  var writtenPath: [AnyPathKey] { get }
  /// Whether a strategy converts names.
  var convertsNames: Bool { get }
  /// Whether members that are `nil` are written as `null`.
  var writesNil: Bool { get }
  /// Whether entries of dictionaries that are `nil` are left out.
  var omitsNil: Bool { get }
}
