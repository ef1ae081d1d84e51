/// A type that coders handle themselves, although it can be read and written without `Codable`.
///
/// Its errors, keys and limits stay those of `Codable`. Its elements still read and write themselves, one by
/// one.
protocol CoderOwnType {
  /// The decoder's hook for a collection of scalars that has one of its own.
  static var scalarHook: AnyObject? { get }
}

extension CoderOwnType {
  static var scalarHook: AnyObject? { nil }
}

extension Optional: CoderOwnType {}
extension JSONField: CoderOwnType {}
extension Array: CoderOwnType {}
extension ContiguousArray: CoderOwnType {}
extension Set: CoderOwnType {}
extension Dictionary: CoderOwnType {}

extension RawJSON: CoderOwnType {}
extension JSONObject: CoderOwnType {}
extension JSONNumber: CoderOwnType {}
extension JSONTimestamp: CoderOwnType {}
