/// The attributes of this package and those of the compiler, by name.
enum Markers {
  /// What may be written on a property or a case of a `@JSONModel` type.
  static let names: Set<String> = ["Name", "Ignored", "Format", "Flattened", "Unknown", "Schema"]

  /// Attributes with a capital letter that are not property wrappers.
  private static let plain: Set<String> = [
    "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying", "NSManaged",
    "ObservationIgnored", "ObservationTracked", "Test", "Suite",
  ]

  /// Whether an attribute may be a property wrapper. The attributes of the compiler begin with a small
  /// letter; macros look like wrappers, so those that are known to be common are listed.
  static func isWrapper(_ attribute: Declaration.Attribute) -> Bool {
    guard let first = attribute.name.unicodeScalars.first, first.properties.isUppercase else {
      return false
    }
    return !names.contains(attribute.name) && !plain.contains(attribute.name)
  }

  /// Protocols that people often put first where a raw type or a superclass might be.
  static let protocols: Set<String> = [
    "Codable", "Decodable", "Encodable", "Hashable", "Equatable", "Comparable", "Sendable",
    "CaseIterable", "Identifiable", "Error", "LocalizedError", "CustomStringConvertible",
    "CustomDebugStringConvertible", "ObservableObject", "Observable", "AnyObject", "JSONReadable",
    "JSONWritable", "SendableMetatype", "BitwiseCopyable", "Copyable", "Escapable",
  ]

  /// The raw types of the standard library.
  static let rawTypes: Set<String> = [
    "String", "Character", "Substring", "Unicode.Scalar", "StaticString", "Int", "Int8", "Int16",
    "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "Float",
    "Float16", "Double", "Float80", "CGFloat",
  ]

  /// The constraints that let values of a type parameter be read, and written.
  static let reading: Set<String> = ["JSONReadable", "Codable", "Decodable"]
  static let writing: Set<String> = ["JSONWritable", "Codable", "Encodable"]
}
