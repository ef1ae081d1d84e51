/// A type that coders handle themselves, although it can be read and written without `Codable`.
///
/// Its errors, keys and limits stay those of `Codable`. Its elements still read and write themselves, one by
/// one.
protocol CoderOwnType {}

/// A coder of another library was asked for a type without `Codable`. It takes a tree instead.
///
/// The coder's caller makes the tree: conformances are in every program, and would bring the code for trees.
package struct OtherCoder: Error {
  init() {}
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
