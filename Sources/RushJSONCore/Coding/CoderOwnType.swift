/// A type that coders handle themselves, although it can be read and written without `Codable`.
///
/// Its errors, keys and limits stay those of `Codable`. Its elements still read and write themselves, one by
/// one.
protocol CoderOwnType {}

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
