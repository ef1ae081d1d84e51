import Foundation
import RushJSON
import RushJSONEditing

/// A call that fails: the error, with its place.
struct ErrorRow: Sendable, CustomStringConvertible {
  /// What reads or writes.
  let reader: String
  /// The kind with its values, and the place: `wrongKind(…) at /a, byte 5`.
  let expected: String
  let call: @Sendable () async throws -> Void

  var description: String { "\(reader): \(expected)" }

  init(
    _ reader: String, _ expected: String, _ call: @escaping @Sendable () async throws -> Void
  ) {
    self.reader = reader
    self.expected = expected
    self.call = call
  }

  /// The name of the case, as the source declares it.
  var kind: String { String(expected.prefix { $0 != "(" && $0 != " " }) }

  /// The error of the call, in the form of `expected`.
  func found() async -> String {
    do {
      try await call()
      return "no error"
    } catch {
      return ErrorRow.describe(error)
    }
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as JSONValueError:
      return "\(name(error.kind)) at '\(error.pointer)'"
        + (error.offset.map { ", byte \($0)" } ?? "")
    case let error as JSONWritingError:
      return name(error.kind) + (error.pointer.map { " at '\($0)'" } ?? "")
    case let error as JSONPatch.Failure:
      var name = name(error.kind)
      // Their values are errors with rows of their own.
      if name.hasPrefix("notFound") || name.hasPrefix("invalidPointer") {
        name = String(name.prefix { $0 != "(" })
      }
      return name + (error.index.map { " in operation \($0)" } ?? "")
        + (error.pointer.map { " at '\($0)'" } ?? "")
    case let error as JSONStreamError:
      return "\(name(error.kind)) at byte \(error.offset)"
        + (error.line.map { ", line \($0)" } ?? "")
    case let error as JSONSyntaxError: return "\(name(error.kind)) at byte \(error.offset)"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      return context.underlyingError.map(describe) ?? "\(error)"
    default: return "\(error)"
    }
  }

  /// The case with its values, without its type: `missingName("a")`.
  static func name<Kind>(_ kind: Kind) -> String {
    // Invariant: the runtime returns a string that lives as long as the process.
    let name = unsafe enumCaseName(kind).map { unsafe String(cString: $0) } ?? "\(kind)"
    guard let value = Mirror(reflecting: kind).children.first?.value else { return name }
    let tuple = Mirror(reflecting: value)
    guard tuple.displayStyle == .tuple else { return "\(name)(\(text(value)))" }
    let values = tuple.children.map { child in
      (child.label.map { $0.hasPrefix(".") ? "" : "\($0): " } ?? "") + text(child.value)
    }
    return "\(name)(\(values.joined(separator: ", ")))"
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let text as String: text.debugDescription
    case let kind as JSONSyntaxError.Kind: name(kind)
    default: "\(value)"
    }
  }
}

/// The runtime's name of the case of an enum. `String(reflecting:)` gives the description of these enums.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
