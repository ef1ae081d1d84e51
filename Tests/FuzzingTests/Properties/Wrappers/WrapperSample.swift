import Foundation
import RushJSON

/// A type whose values all wrappers keep: those of Foundation and of this library that coders have strategies
/// for, scalars, collections of them, and types of programs.
protocol WrapperSample: Codable, Equatable, Sendable {
  /// The value where a member is missing.
  static var fallback: Self { get }
  static func sample(_ input: inout FuzzInput) -> Self
}

// MARK: - Scalars

extension Bool: WrapperSample {
  static var fallback: Bool { false }
  static func sample(_ input: inout FuzzInput) -> Bool { input.flag() }
}

extension Int: WrapperSample {
  static var fallback: Int { 0 }
  static func sample(_ input: inout FuzzInput) -> Int { Int(truncatingIfNeeded: input.word()) }
}

extension Double: WrapperSample {
  static var fallback: Double { 0 }
  static func sample(_ input: inout FuzzInput) -> Double {
    let value = Double(bitPattern: input.word())
    return value.isNaN ? .infinity : value
  }
}

extension String: WrapperSample {
  static var fallback: String { "" }
  static func sample(_ input: inout FuzzInput) -> String {
    input.element(of: ["", "a", "birth_date", "birthDate", "5", "null", "é\n\"\\/", "👩‍👩‍👧"])
  }
}

// MARK: - Types that coders have strategies or hooks for

extension Date: WrapperSample {
  static var fallback: Date { Date(timeIntervalSince1970: 0) }
  // Milliseconds, which all styles keep.
  static func sample(_ input: inout FuzzInput) -> Date {
    Date(timeIntervalSince1970: Double(input.integer(in: 0...4_000_000_000_000)) / 1000)
  }
}

extension Data: WrapperSample {
  static var fallback: Data { Data() }
  static func sample(_ input: inout FuzzInput) -> Data {
    Data((0..<input.choice(5)).map { _ in input.byte() })
  }
}

extension URL: WrapperSample {
  static var fallback: URL { URL(fileURLWithPath: "/") }
  static func sample(_ input: inout FuzzInput) -> URL {
    let text = input.element(of: ["https://a.example/b?c=d", "mailto:a@b.example", "a/b"])
    return URL(string: text) ?? fallback
  }
}

extension Decimal: WrapperSample {
  static var fallback: Decimal { 0 }
  static func sample(_ input: inout FuzzInput) -> Decimal {
    Decimal(Int(truncatingIfNeeded: input.word()) % 1_000_000_000) / 1000
  }
}

extension UUID: WrapperSample {
  static var fallback: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  static func sample(_ input: inout FuzzInput) -> UUID {
    let b = (0..<16).map { _ in input.byte() }
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
}

extension RawJSON: WrapperSample {
  static var fallback: RawJSON { .null }
  static func sample(_ input: inout FuzzInput) -> RawJSON {
    // Foundation's strategies convert the names of a tree, and its encoder traps if two become the same.
    input.element(of: [.null, 1, "a", ["birth_date": 1, "someID": [nil]], [1.5, true]])
  }
}

extension JSONNumber: WrapperSample {
  static var fallback: JSONNumber { 0 }
  static func sample(_ input: inout FuzzInput) -> JSONNumber { input.element(of: [0, -7, 2.5]) }
}

extension JSONTimestamp: WrapperSample {
  static var fallback: JSONTimestamp { JSONTimestamp(seconds: 0, nanoseconds: 0) }
  static func sample(_ input: inout FuzzInput) -> JSONTimestamp {
    JSONTimestamp(seconds: Int64(input.integer(in: 0...4_000_000_000)), nanoseconds: 0)
  }
}

// MARK: - Collections

extension Optional: WrapperSample where Wrapped: WrapperSample {
  static var fallback: Wrapped? { nil }
  static func sample(_ input: inout FuzzInput) -> Wrapped? {
    input.flag() ? Wrapped.sample(&input) : nil
  }
}

extension Array: WrapperSample where Element: WrapperSample {
  static var fallback: [Element] { [] }
  static func sample(_ input: inout FuzzInput) -> [Element] {
    (0..<input.choice(4)).map { _ in Element.sample(&input) }
  }
}

extension Dictionary: WrapperSample where Key == String, Value: WrapperSample {
  static var fallback: [String: Value] { [:] }
  static func sample(_ input: inout FuzzInput) -> [String: Value] {
    // Names that strategies for keys would change.
    var members: [String: Value] = [:]
    for name in ["birthDate", "birth_date", "ID", "a-b"].prefix(input.choice(5)) {
      members[name] = Value.sample(&input)
    }
    return members
  }
}

// MARK: - Types of programs

/// `Codable` alone, with names that strategies convert.
struct SamplePerson: WrapperSample {
  var firstName: String
  var birthDate: Date
  var photo: Data?

  static let fallback = SamplePerson(firstName: "", birthDate: .fallback)
  static func sample(_ input: inout FuzzInput) -> SamplePerson {
    SamplePerson(firstName: .sample(&input), birthDate: .sample(&input), photo: .sample(&input))
  }
}

enum SampleRole: String, WrapperSample {
  case owner, guest

  static let fallback = SampleRole.guest
  static func sample(_ input: inout FuzzInput) -> SampleRole { input.flag() ? .owner : .guest }
}

/// Written by itself with other names than as `Codable`.
struct SampleTwin: WrapperSample, JSONReadable, JSONWritable {
  var firstName: String
  var birthDate: Date

  init(firstName: String, birthDate: Date) {
    (self.firstName, self.birthDate) = (firstName, birthDate)
  }

  static let fallback = SampleTwin(firstName: "", birthDate: .fallback)
  static func sample(_ input: inout FuzzInput) -> SampleTwin {
    SampleTwin(firstName: .sample(&input), birthDate: .sample(&input))
  }

  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    firstName = try reader.value("first_name")
    birthDate = try reader.value("birth_date")
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member("first_name", firstName)
    try writer.member("birth_date", birthDate)
    try writer.endObject()
  }
}
