extension RushJSONDecoder {
  /// How the names of members become the keys of a type.
  ///
  /// The names of a dictionary `[String: T]` are data and stay as they are.
  public enum KeyDecodingStrategy: Sendable {
    /// Names are keys as they are.
    case useDefaultKeys
    /// `first_name` becomes `firstName`, exactly as in Foundation: underscores in front and at the end
    /// stay, words after the first are capitalised.
    ///
    /// So `image_url` is `imageUrl`, never `imageURL`; see ``convertFromSnakeCaseWithAcronyms``.
    case convertFromSnakeCase
    /// `first-name` becomes `firstName`, by the rules of ``convertFromSnakeCase``.
    case convertFromKebabCase
    /// `first_name` matches `firstName`, and `image_url` both `imageUrl` and `imageURL`: names and keys
    /// are compared without their underscores and without regard to the case of ASCII letters. A
    /// member that is named exactly like the key comes first.
    case convertFromSnakeCaseWithAcronyms
    /// `first_name` and `first-name` match `firstName`, and `image_url` and `image-url` both `imageUrl`
    /// and `imageURL`: as ``convertFromSnakeCaseWithAcronyms``, without regard to hyphens either. If
    /// several members match so, the first counts.
    case convertFromSnakeAndKebabCase
    /// What a closure makes of the path to the member, whose last key is its name.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    /// The key for a name in the object at `path`.
    func converted(_ name: String, path: [any CodingKey]) -> String {
      switch self {
      case .useDefaultKeys, .convertFromSnakeCaseWithAcronyms, .convertFromSnakeAndKebabCase: name
      case .convertFromSnakeCase: NameCase.camel(name, separator: "_")
      case .convertFromKebabCase: NameCase.camel(name, separator: "-")
      case .custom(let convert): convert(path + [JSONPathKey(stringValue: name)]).stringValue
      }
    }
  }

  /// How `Double` and `Float` read what JSON numbers cannot say.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// A string in the place of a number is an error.
    case `throw`
    /// These strings stand for the infinities and not-a-number.
    case convertFromString(
      positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
