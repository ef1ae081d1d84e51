import Foundation

/// A value of Foundation with all of its types, to compare what two readers make.
///
/// An `NSDecimalNumber` differs from an `NSNumber` of the same value.
func described(_ value: Any) -> String {
  let type = "\(Swift.type(of: value))"
  switch value {
  case let value as String where Swift.type(of: value) == String.self:
    return "\(type) \(Array(value.utf8))"
  case let value as [Any] where Swift.type(of: value) == [Any].self:
    return "[\(value.map(described).joined(separator: ", "))]"
  case let value as [String: Any] where Swift.type(of: value) == [String: Any].self:
    let members = value.sorted { $0.key < $1.key }.map { "\($0.key): \(described($0.value))" }
    return "[\(members.joined(separator: ", "))]"
  case let value as NSDecimalNumber: return "\(type) \(value)"
  case let value as NSNumber:
    // Invariant: a type encoding is a string of at least one letter.
    let code = unsafe value.objCType.pointee
    return "\(type) \(code) \(value) \(value.doubleValue.bitPattern)"
  case let value as NSMutableString: return "\(type) \(value)"
  case let value as NSArray:
    return "\(type) \(Mirror(reflecting: value).children.map { described($0.value) })"
  case let value as NSDictionary:
    let members = Mirror(reflecting: value).children.map { child in
      let member = child.value as? (key: NSObject, value: AnyObject)
      return "\(member?.key ?? NSNull()): \(described(member?.value as Any))"
    }
    return "\(type) \(members.sorted())"
  default: return "\(type) \(value)"
  }
}
