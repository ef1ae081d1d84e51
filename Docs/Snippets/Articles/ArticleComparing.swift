// A test helper that says where two texts differ.
import RushJSON
import RushJSONEditing
import Testing

/// Records an issue with a line for each value that differs.
func expectEqualJSON(
  _ actual: String, _ expected: String, ignoring: [JSONPointer] = [],
  unordered: [JSONPointer: JSONPointer] = [:], at location: SourceLocation = #_sourceLocation
) throws {
  let difference = JSONDifference(
    from: try RawJSON(parsing: expected), to: try RawJSON(parsing: actual),
    ignoring: ignoring, unordered: unordered)
  if !difference.isEmpty { Issue.record("\(difference)", sourceLocation: location) }
}

@Test func ordersAreEqual() throws {
  try expectEqualJSON(
    #"{"id": 7, "items": [{"id": 2}, {"id": 1}], "updated": "2026-11-29"}"#,
    #"{"id": 7.0, "items": [{"id": 1}, {"id": 2}], "updated": "2025-01-01"}"#,
    ignoring: ["/updated"], unordered: ["/items": "/id"])
}
