/// The parts of a type's declaration that the scanner reads. Ranges are bytes of its source.
struct Declaration: Sendable {
  enum Kind: String, Sendable {
    case `struct`, `class`, `enum`, actor
  }

  struct Attribute: Sendable {
    /// The last part of its name: `Name` of `@RushJSONMacros.Name("n")`.
    var name: String
    var range: Range<Int>
    /// The arguments, parentheses excluded; `nil` without parentheses.
    var arguments: [Argument]?
  }

  struct Argument: Sendable {
    var label: String?
    /// The expression as written.
    var text: String
    var range: Range<Int>
  }

  /// A modifier, such as `private`, with what its parentheses contain, such as `set`.
  struct Modifier: Sendable {
    var name: String
    var detail: String?
    var start: Int
  }

  struct Property: Sendable {
    /// As written, perhaps in backticks.
    var name: String
    var nameRange: Range<Int>
    var attributes: [Attribute]
    var documentation: String
    var isLet: Bool
    var keywordRange: Range<Int>
    /// Where the first modifier begins, else the keyword.
    var startOfModifiers: Int
    /// The annotation, as written, or nothing.
    var type: String
    /// The names of types that the annotation mentions.
    var typeWords: Set<String>
    /// Whether the annotation is `T?` or `T!`, so that a `var` is `nil` from the start.
    var isOptional: Bool
    /// The initial value, as written.
    var initialValue: String?
    /// Whether other properties are declared by the same `var`.
    var isInList: Bool
    var isConditional: Bool
    /// The modifier that says who may read it, or nothing.
    var access = ""

    var hasInitialValue: Bool { initialValue != nil }
  }

  struct Case: Sendable {
    struct Payload: Sendable {
      /// The label, as written; `nil` without a label or with `_`.
      var label: String?
      var range: Range<Int>
      /// The type, as written.
      var type: String
      var typeWords: Set<String>
      /// The default value, as written.
      var defaultValue: String?
    }

    var name: String
    var nameRange: Range<Int>
    var attributes: [Attribute]
    var documentation: String
    var payloads: [Payload]
    /// The source of the raw value, if it is written.
    var rawValue: String?
    var isInList: Bool
    var isConditional: Bool
  }

  /// A type parameter of the declaration.
  struct Parameter: Sendable {
    var name: String
    /// The types that the declaration limits it to.
    var constraints: Set<String>
    /// Whether it is a type, not a pack or a value.
    var isType: Bool
  }

  /// A nested enum of coding keys: for each case its raw value, as written.
  struct CodingKeys: Sendable {
    var name: String
    var cases: [Case]
  }

  var kind: Kind
  var name: String
  var nameRange: Range<Int>
  var attributes: [Attribute]
  var modifiers: [Modifier]
  var documentation = ""
  var parameters: [Parameter] = []
  /// The types of the inheritance clause, as written.
  var inherited: [(text: String, range: Range<Int>)] = []
  var properties: [Property] = []
  var cases: [Case] = []
  var codingKeys: [CodingKeys] = []
  /// The names of the types inside it.
  var nestedTypes: Set<String> = []
  var hasInitializer = false
  /// `init(from: any Decoder)` and `func encode(to: any Encoder)` that are declared in the type.
  var codableInitializer: Range<Int>?
  var codableMethod: Range<Int>?
  /// The name of `static func check(_: inout JSONChecks<Self>)`, if the type has it.
  var check: Range<Int>?

  func hasModifier(_ name: String) -> Bool { modifiers.contains { $0.name == name } }
}

extension String {
  /// A name without its backticks.
  var withoutBackticks: String {
    hasPrefix("`") && hasSuffix("`") && utf8.count > 2 ? String(dropFirst().dropLast()) : self
  }
}
