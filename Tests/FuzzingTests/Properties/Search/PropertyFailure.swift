/// A property that does not hold.
struct PropertyFailure: Error, CustomStringConvertible {
  let property: String
  let detail: String

  var description: String { "property does not hold: \(property)\n\(detail)" }
}

/// Throws unless `condition` is true.
func check(
  _ property: @autoclosure () -> String, _ condition: Bool, _ detail: @autoclosure () -> String = ""
) throws(PropertyFailure) {
  if !condition { throw PropertyFailure(property: property(), detail: detail()) }
}

/// Throws unless two ways to the same thing give the same.
func checkEqual<T: Equatable>(
  _ property: @autoclosure () -> String, _ found: T, _ expected: T
) throws(PropertyFailure) {
  if found != expected {
    throw PropertyFailure(property: property(), detail: "found    \(found)\nexpected \(expected)")
  }
}
