/// An element or a member that a lossy collection has left out, and why.
public struct SkippedValue: Sendable {
  /// The position of an element, or the name of a member.
  public enum Place: Sendable, Hashable {
    /// The position of an element of an array.
    case index(Int)
    /// The name of a member of an object.
    case name(String)
  }

  /// Where in its collection the value is.
  public let place: Place

  /// The path of the collection, from the top.
  public let path: [String]

  /// Why the value could not be decoded.
  public let error: any Error

  /// The value as it is in the text, if the decoder can give it.
  public let rawJSON: RawJSON?

  init(_ place: Place, _ path: [any CodingKey], _ error: any Error, _ rawJSON: RawJSON?) {
    self.place = place
    self.path = path.map(\.stringValue)
    self.error = error
    self.rawJSON = rawJSON
  }
}
