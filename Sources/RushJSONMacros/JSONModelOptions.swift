/// The options of ``JSONModel(names:tag:unknown:partial:)``.
public enum JSONModelOptions {
  /// How the names of properties and cases become names in a JSON text.
  ///
  /// The names are converted when the program is compiled. Words begin as the key strategies of
  /// `RushJSONCoreEncoder` find them: `myURLValue` is `my`, `URL`, `Value`.
  public enum NameStyle: Sendable {
    /// `myURLValue`
    case asDeclared
    /// `my_url_value`
    case snakeCase
    /// `MY_URL_VALUE`
    case upperSnakeCase
    /// `my-url-value`
    case kebabCase
    /// `MyURLValue`
    case pascalCase
  }

  /// How a value says which case of an enum it is.
  ///
  /// ```swift
  /// enum Shape { case circle(radius: Double), square(Square), none }
  /// ```
  ///
  /// | Style | `circle` | `square` | `none` |
  /// | --- | --- | --- | --- |
  /// | `.external` | `{"circle":{"radius":1}}` | `{"square":{"_0":{"side":2}}}` | `{"none":{}}` |
  /// | `.internal("type")` | `{"type":"circle","radius":1}` | `{"type":"square","side":2}` | `{"type":"none"}` |
  /// | `.adjacent("t", content: "c")` | `{"t":"circle","c":{"radius":1}}` | `{"t":"square","c":{"side":2}}` | `{"t":"none"}` |
  /// | `.untagged` | `{"radius":1}` | `{"side":2}` | `null` |
  public enum TagStyle: Sendable {
    /// The name of the only member, as Codable does it.
    case external
    /// A member beside those of the case. A single value without a label is written without its braces, so it
    /// has to be an object.
    case `internal`(StaticString)
    /// A member beside another one, which has the values of the case.
    case adjacent(StaticString, content: StaticString)
    /// The value is the name of the case, a string: `"none"`. Only a case marked ``Unknown()`` has a value.
    case value
    /// No tag: the value is that of the first case that fits, in the order of the declarations. A single value without
    /// a label is written without braces, other values as an object, and a case without values as `null`.
    case untagged
  }

  /// The treatment of members that a type does not have.
  public enum UnknownMembers: Sendable {
    /// They are skipped.
    case ignore
    /// They are an error.
    case refuse
  }

  /// The direction of a type that is only read.
  public enum Reading: Sendable {
    /// From a text to values of the type.
    case reading
  }

  /// The direction of a type that is only written.
  public enum Writing: Sendable {
    /// From values of the type to a text.
    case writing
  }
}
