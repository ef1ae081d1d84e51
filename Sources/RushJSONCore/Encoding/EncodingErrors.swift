extension EncodingError {
  package static func invalid(
    _ value: Any, _ path: [any CodingKey], _ description: String, _ underlying: (any Error)? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description, underlyingError: underlying))
  }

  static func tooDeep(_ value: Any, _ limits: EncodingLimits) -> EncodingError {
    invalid(
      value, [], "Unable to encode the given top-level value to JSON.",
      JSONWritingError(.tooDeep(limit: limits.maximumDepth)))
  }

  static func writerReplaced(_ value: Any) -> EncodingError {
    let error = JSONWritingError(.writerReplaced)
    return invalid(value, [], "\(error)", error)
  }

  static func nonFinite(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    invalid(value, path, "Unable to encode \(type(of: value)).\(value) directly in JSON.")
  }
}
