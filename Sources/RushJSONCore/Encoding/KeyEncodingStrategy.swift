extension RushJSONEncoder {
  /// How the keys of a type become the names of members.
  ///
  /// The keys of a dictionary `[String: T]` are data and stay as they are.
  public enum KeyEncodingStrategy: Sendable {
    /// Keys are names as they are.
    case useDefaultKeys
    /// `firstName` becomes `first_name`, exactly as in Foundation: `imageURL` becomes `image_url`, and
    /// `URLSession` becomes `u_rl_session`.
    case convertToSnakeCase
    /// `firstName` becomes `first-name`, by the rules of ``convertToSnakeCase``.
    case convertToKebabCase
    /// What a closure makes of the path to the member, whose last key is its own.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    /// The name for a key of the value at `path`.
    func name(_ key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
      switch self {
      case .useDefaultKeys: key.stringValue
      case .convertToSnakeCase: NameCase.separated(key.stringValue, by: "_")
      case .convertToKebabCase: NameCase.separated(key.stringValue, by: "-")
      case .custom(let convert): convert(path() + [key]).stringValue
      }
    }
  }
}
