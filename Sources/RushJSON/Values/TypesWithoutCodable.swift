// Types of Foundation as members of types that are read and written. The strategies of the coders apply.

public import RushJSONCore
public import _RushJSONFoundation

extension Date: JSONReadable, JSONWritable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  public static var _isDecodedAsCodable: Bool { true }
  public static var _isEncodedAsCodable: Bool { true }
  public init(from reader: inout JSONReader) throws { self = try reader.decoded() }
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}

extension Data: JSONReadable, JSONWritable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  public static var _isDecodedAsCodable: Bool { true }
  public static var _isEncodedAsCodable: Bool { true }
  public init(from reader: inout JSONReader) throws { self = try reader.decoded() }
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}

extension URL: JSONReadable, JSONWritable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  public static var _isDecodedAsCodable: Bool { true }
  public static var _isEncodedAsCodable: Bool { true }
  public init(from reader: inout JSONReader) throws { self = try reader.decoded() }
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}

extension UUID: JSONReadable, JSONWritable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  public static var _isDecodedAsCodable: Bool { true }
  public static var _isEncodedAsCodable: Bool { true }
  public init(from reader: inout JSONReader) throws { self = try reader.decoded() }
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}

extension Decimal: JSONReadable, JSONWritable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  public static var _isDecodedAsCodable: Bool { true }
  public static var _isEncodedAsCodable: Bool { true }
  public init(from reader: inout JSONReader) throws { self = try reader.decoded() }
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}
