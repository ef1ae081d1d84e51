// A macro has to make each conformance that it declares: the compiler ends at a subclass of a class with a conformance
// that was declared and not made. So each set of conformances has a macro of its own.

/// Makes a struct, a class or an enum `Decodable` and `Encodable`, and generates the code that this library's coders run
/// instead of that of `Codable`: `init(from: inout JSONReader)` and `write(to: inout JSONWriter)`.
///
/// ```swift
/// @JSONModel
/// struct Book {
///   var title: String
///   @Name("published_at") @Format(.rfc3339) var published: Date?
///   var tags: [String] = []          // a missing member, or null, leaves the initial value
/// }
///
/// let book = try RushJSONDecoder().decode(Book.self, from: data)
/// ```
///
/// So every function for `Codable` types takes the type, and every coder codes it. Another library's coder codes the members
/// as the compiler's own code would: by its containers, each as its own type.
///
/// Each stored property is a member of a JSON object. The type of a property conforms to `JSONReadable`,
/// `JSONWritable` or Codable. Static, lazy and computed properties are not members. If the type has an
/// enum `CodingKeys`, its names are used, and properties without a key are left out, as with Codable.
///
/// An enum with a raw type is its raw value. Another enum is an object with a tag, or a name: see ``JSONModelOptions/TagStyle``.
///
/// Macros of the same name have more parameters:
///
/// - `only: .reading` or `only: .writing` generates one direction.
/// - `schema: true` gives the type a JSON Schema, `jsonSchema`: see ``JSONModelOptions/SchemaProvider``.
///
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - partial: Whether there is a nested type `Partial`, for a value that `PartialJSON` is still reading. It has the same
///     properties, which are optional and `nil` where a member has not come, and is `Equatable`, `Hashable` and `Sendable`
///     where the type says so beside its name. A property whose type is another model has the `Partial` of that,
///     so the other model needs the argument, too. The `Partial` of an enum is the enum. Any other type needs
///     `typealias Partial = Self` in an extension, but for numbers, strings, booleans, dates, `Data`, `URL`, `UUID`,
///     trees, and collections.
@attached(
  member, conformances: JSONReadable, JSONWritable, Decodable, Encodable,
  names: named(init), named(write(to:)), named(encode(to:)))
@attached(
  extension,
  conformances: JSONReadable, JSONWritable, Decodable, Encodable, JSONReader._FaultFinding,
  names: named(init(from:)), named(write(to:)), named(encode(to:)), named(Partial),
  named(_findFaults(in:)), named(_addNames(to:)), named(_check(_:)), named(_place(of:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, partial: Bool = false
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Does the same as ``JSONModel(names:tag:unknown:partial:)``, and gives the type a JSON Schema.
///
/// The schema is `jsonSchema`: see ``JSONModelOptions/SchemaProvider``.
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - partial: Whether there is a nested type `Partial`.
///   - schema: `true`. A class that is not final cannot have `false`, which is the same as no argument.
@attached(
  member, conformances: JSONReadable, JSONWritable, Decodable, Encodable,
  names: named(init), named(write(to:)), named(encode(to:)))
@attached(
  extension,
  conformances: JSONReadable, JSONWritable, Decodable, Encodable, JSONReader._FaultFinding,
  JSONModelOptions.SchemaProvider, JSONModelOptions._SchemaModel,
  names: named(init(from:)), named(write(to:)), named(encode(to:)), named(Partial),
  named(_findFaults(in:)), named(_addNames(to:)), named(_check(_:)), named(_place(of:)),
  named(_schema(_:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, partial: Bool = false, schema: Bool
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Generates the code of ``JSONModel(names:tag:unknown:partial:)`` that reads values.
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - only: `.reading`: the type is `Decodable` and `JSONReadable`, and nothing else is generated.
///   - partial: Whether there is a nested type `Partial`.
@attached(
  member, conformances: JSONReadable, Decodable,
  names: named(init))
@attached(
  extension,
  conformances: JSONReadable, Decodable, JSONReader._FaultFinding,
  names: named(init(from:)), named(Partial), named(_findFaults(in:)), named(_addNames(to:)),
  named(_check(_:)),
  named(_place(of:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, only: JSONModelOptions.Reading,
  partial: Bool = false
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Generates the code of ``JSONModel(names:tag:unknown:partial:)`` that reads values, and gives the type a JSON Schema.
///
/// The schema is `jsonSchema`: see ``JSONModelOptions/SchemaProvider``.
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - only: `.reading`: the type is `Decodable` and `JSONReadable`, and nothing else is generated.
///   - partial: Whether there is a nested type `Partial`.
///   - schema: `true`. A class that is not final cannot have `false`, which is the same as no argument.
@attached(
  member, conformances: JSONReadable, Decodable,
  names: named(init))
@attached(
  extension,
  conformances: JSONReadable, Decodable, JSONReader._FaultFinding, JSONModelOptions.SchemaProvider,
  JSONModelOptions._SchemaModel,
  names: named(init(from:)), named(Partial), named(_findFaults(in:)), named(_addNames(to:)),
  named(_check(_:)),
  named(_place(of:)), named(_schema(_:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, only: JSONModelOptions.Reading,
  partial: Bool = false, schema: Bool
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Generates the code of ``JSONModel(names:tag:unknown:partial:)`` that writes values.
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - only: `.writing`: the type is `Encodable` and `JSONWritable`, and nothing else is generated.
///   - partial: `false`, because a type that is only written has no partial one.
@attached(
  member, conformances: JSONWritable, Encodable,
  names: named(write(to:)), named(encode(to:)))
@attached(
  extension,
  conformances: JSONWritable, Encodable,
  names: named(write(to:)), named(encode(to:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, only: JSONModelOptions.Writing,
  partial: Bool = false
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Generates the code of ``JSONModel(names:tag:unknown:partial:)`` that writes values, and gives the type a JSON Schema.
///
/// The schema is `jsonSchema`: see ``JSONModelOptions/SchemaProvider``.
/// - Parameters:
///   - names: How names of properties and cases become names of members.
///   - tag: How the cases of an enum are told apart.
///   - unknown: What happens to members that the type does not have.
///   - only: `.writing`: the type is `Encodable` and `JSONWritable`, and nothing else is generated.
///   - partial: `false`, because a type that is only written has no partial one.
///   - schema: `true`. A class that is not final cannot have `false`, which is the same as no argument.
@attached(
  member, conformances: JSONWritable, Encodable,
  names: named(write(to:)), named(encode(to:)))
@attached(
  extension,
  conformances: JSONWritable, Encodable, JSONModelOptions.SchemaProvider,
  JSONModelOptions._SchemaModel,
  names: named(write(to:)), named(encode(to:)), named(_schema(_:)))
public macro JSONModel(
  names: JSONModelOptions.NameStyle = .asDeclared, tag: JSONModelOptions.TagStyle = .external,
  unknown: JSONModelOptions.UnknownMembers = .ignore, only: JSONModelOptions.Writing,
  partial: Bool = false, schema: Bool
) = #externalMacro(module: "RushJSONMacroPlugin", type: "JSONModel")

/// Gives a property, or a case of an enum, another name in the JSON text.
///
/// ```swift
/// @Name("created_at") var created: Date
/// @Name("t", also: "text", "txt") var text: String     // reads any of the three, writes "t"
/// ```
/// - Parameters:
///   - name: The name of the member, or the tag of the case.
///   - also: Other names under which it is read if it has not been found before.
@attached(peer)
public macro Name(_ name: StaticString, also: StaticString...) =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Name")

/// Gives a property a place in objects inside the object of the type. Properties inside one object share it.
///
/// ```swift
/// @JSONModel struct Article {
///   @Name(at: "/data/meta/title") var title: String
///   @Name(at: "/data/meta/author") var author: String?
///   @Name(at: "/data/text") var text: String
/// }
/// // {"data":{"meta":{"title":"…","author":"…"},"text":"…"}}
/// ```
///
/// The objects are always written. In reading, one may be missing or `null` if all properties inside it are optional or have
/// initial values. Their other members are skipped, or with `unknown: .refuse` an error; an ``Unknown()`` property does
/// not keep them. Types that share an object by ``Flattened()`` or a tag share the objects inside it: each is written once,
/// and has the members of all of them. ``Flattened()`` types beside such a property may have any members there, so these
/// are not refused.
/// - Parameter pointer: A JSON Pointer (RFC 6901) whose steps are names: `~1` is a slash in a name, `~0` a tilde.
@attached(peer)
public macro Name(at pointer: StaticString) =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Name")

/// Gives a property a place in objects inside the object of the type, as ``Name(at:)`` does, and leaves out objects
/// without members.
///
/// ```swift
/// @Name(at: "/data/meta/author", leavingOutEmpty: true) var author: String?     // nil writes neither "meta" nor "data"
/// ```
///
/// An object is left out if all properties inside it are optionals without initial values, or fields, and none of them has
/// a value. One of them asks for all. A type with ``Flattened()`` properties cannot have it.
/// - Parameters:
///   - pointer: A JSON Pointer (RFC 6901) whose steps are names.
///   - leavingOutEmpty: `true`.
@attached(peer)
public macro Name(at pointer: StaticString, leavingOutEmpty: Bool) =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Name")

/// Leaves a property out. It needs an initial value.
@attached(peer)
public macro Ignored() = #externalMacro(module: "RushJSONMacroPlugin", type: "Ignored")

/// Gives a property a format for dates: one, or those in optionals, arrays, sets and dictionaries. On a case of an enum,
/// the format is that of its values, other than numbers, strings and the like.
///
/// ```swift
/// @Format(.rfc3339) var days: [String: [Date]]?
/// ```
@attached(peer)
public macro Format(_ format: JSONDateFormat) =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Format")

/// Gives a property a format for bytes: `Data`, `[UInt8]`, or those in optionals, arrays, sets and dictionaries. On a case
/// of an enum, the format is that of its values, other than numbers, strings and the like.
@attached(peer)
public macro Format(_ format: JSONBytesFormat) =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Format")

/// Limits the values of a property, in its schema and where it is read.
///
/// ```swift
/// @Schema(minimum: 1, maximum: 12) var month: Int
/// @Schema(pattern: "^[a-z]+$", maxLength: 20) var name: String?
/// @Schema(minItems: 1) var tags: [String]
/// ```
///
/// A value that is not as the keywords say is a fault, as if ``JSONChecks`` stated it. Keywords say nothing about values of
/// other kinds, nor about `nil`. Needs a struct or a class.
/// - Parameters:
///   - minimum: The least number.
///   - maximum: The greatest number.
///   - minLength: The least number of characters, counted as Unicode scalars.
///   - maxLength: The greatest number of characters.
///   - pattern: A regular expression, which a part of the string has to match. It needs macOS 13, iOS 16, tvOS 16 or
///     watchOS 9; on older systems it is in the schema alone. It is compiled for each value.
///   - minItems: The least number of elements.
///   - maxItems: The greatest number of elements.
///   - format: A format of strings. Reading checks `email`, `date-time`, `date` and `uuid`; others are in the schema alone.
@attached(peer)
public macro Schema(
  minimum: Double? = nil, maximum: Double? = nil, minLength: Int? = nil, maxLength: Int? = nil,
  pattern: String? = nil, minItems: Int? = nil, maxItems: Int? = nil, format: String? = nil
) = #externalMacro(module: "RushJSONMacroPlugin", type: "Schema")

/// Reads and writes the members of a property's value among those of the type.
///
/// ```swift
/// @JSONModel struct Page { @Flattened var position: Position; var text: String }
/// // {"x":1,"y":2,"text":"…"}
/// ```
///
/// An optional is `nil` if the object has none of the members that the type asks for, and adds none then. The type has
/// to be `JSONReadable` and `JSONWritable`: one that is only Codable does not tell which members it has.
@attached(peer)
public macro Flattened() = #externalMacro(module: "RushJSONMacroPlugin", type: "Flattened")

/// Keeps the members that no other property reads, in their order, and writes them at its place. A dictionary, which has no
/// order, writes them in the order of their names; an optional is `nil` if there are none. In a type with
/// ``Flattened()`` properties, it writes them at the end.
///
/// ```swift
/// @JSONModel struct Message { var id: Int; @Unknown var rest: RawJSON.Object }
/// ```
///
/// A case of an enum keeps each value that no other case has the tag of, and writes it back unchanged:
///
/// ```swift
/// @JSONModel(tag: .value) enum State { case open, closed; @Unknown case other(RawJSON) }
/// ```
///
/// The case has one value without a label. Its type reads the whole JSON value and decides what the case keeps:
/// `RawJSON` keeps everything, `String` strings, `RawJSON.Object` objects; anything else is an error of that type. A
/// value with the tag of another case is read as that case, and its faults stay errors.
@attached(peer)
public macro Unknown() = #externalMacro(module: "RushJSONMacroPlugin", type: "Unknown")
