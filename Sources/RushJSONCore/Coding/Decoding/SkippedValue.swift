/// An element or a member that a lossy collection has skipped, and the reason.
public struct SkippedValue: Sendable {
  /// The most skipped values that a collection reports.
  package static let maximumCount = 1000

  /// The most that all collections of a text report, because these can be in each other.
  static let maximumCountInText = 5000

  /// The position of the element, or the name of the member.
  public let place: JSONPointer.Step

  /// The path of the collection, from the root.
  public let path: [String]

  /// Why the value could not be decoded.
  public let error: any Error

  /// The value itself, if the decoder can return it.
  public let rawJSON: RawJSON?

  package init(place: JSONPointer.Step, path: [String], error: any Error, rawJSON: RawJSON?) {
    self.place = place
    self.path = path
    self.error = error
    self.rawJSON = rawJSON
  }
}
