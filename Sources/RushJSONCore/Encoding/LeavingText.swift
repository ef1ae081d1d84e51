// Text that leaves to a sink while a value is still being encoded.
//
//   {"users":[{"name":"Ada"},{"na│me":"Bo          left of the line: passed to the sink
//                                │                 right of it: still in the buffer
//
// The buffer passes on what it has when it is full. Types normally never change what they have
// written. A change to text that is still in the buffer works; any other is an error.

/// The state of a session whose text leaves early.
struct LeavingText {
  /// The path of a value that was to be changed after its text had left. The encoding cannot succeed any
  /// longer.
  var latePath: [any CodingKey]?
  /// The path of the container whose member or element was left out after its text had left.
  var lostPath: [any CodingKey]?

  /// The error for a value that should have been written to text that has left.
  static func late(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalid(
      value, path,
      """
      The value was encoded out of order, and the text that it belongs to was already passed to the \
      sink.
      """)
  }

  /// The error for a value that failed and was left out, after its text had left.
  static func lost(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalid(
      value, path,
      """
      A value in this container failed and was left out, but part of its text was already passed to \
      the sink.
      """)
  }
}
