// The functions that text leaves to, in pieces.
//
//   closure of the caller's     (Span<UInt8>) throws -> Void     the public interface
//      └ in a closure of        (CheckedBytes) throws -> Void    stored and captured: `ByteSink`
//
// A type that stores a closure carries a description of the closure for reflection, which names the parameter's type. So does
// a closure that captures a closure. Apple's systems before macOS 26 do not have the description of `Span`. A program that needs it loads
// a library that only Xcode's own tools bring along, and ends at launch without it. So closures of spans are neither stored
// nor captured by a closure that escapes. `.ci/run` checks that the objects of this module do not name it.

/// A function that takes bytes, which are valid only during the call.
@safe
@usableFromInline
package struct ByteSink {
  package typealias Function = (CheckedBytes) throws -> Void

  private let function: Function

  @safe
  @usableFromInline
  package init(_ function: @escaping (CheckedBytes) throws -> Void) {
    self.function = function
  }

  /// Passes on bytes, which have to be valid only during the call.
  func take(_ bytes: CheckedBytes) throws { try function(bytes) }

  // MARK: - Sinks of a call

  /// Holds a function during a call. A value may keep its writer, and the sink with it, for longer.
  @safe
  private final class Loan {
    var function: Function?
    init(_ function: @escaping Function) { self.function = function }
  }

  /// Calls `body` with a sink that passes bytes on to `function`, and drops them after the call.
  package static func lend<R, E: Error>(
    _ function: (Span<UInt8>) throws -> Void, _ body: (ByteSink) throws(E) -> R
  ) throws(E) -> R {
    // Invariant: the bytes are valid during the call of the closure.
    try lend(
      bytes: { unsafe try function($0.buffer.span) }, body)
  }

  private static func lend<R, E: Error>(
    bytes function: Function, _ body: (ByteSink) throws(E) -> R
  ) throws(E) -> R {
    try withoutActuallyEscaping(function) { (function) throws(E) -> R in
      let loan = Loan(function)
      defer { loan.function = nil }
      return try body(
        ByteSink { bytes in if let function = loan.function { try function(bytes) } })
    }
  }
}
