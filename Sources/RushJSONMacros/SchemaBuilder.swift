// Builds the schema of one type. Generated code calls it, in the order of the members:
//
//   schema.beginObject()                                        schema.beginCases(.internal("type"), …)
//   schema.member(.init("beds"), of: { ($0 as Self).beds })     schema.addCase("circle", of: Self.circle(radius:), …)
//   return schema.endObject(…)                                  return schema.endCases(…)
//
// Closures and cases say which types there are. They are not called: generated code cannot spell these types, because an
// extension does not see the names inside the types around.

extension JSONModelOptions {
  /// Builds a schema.
  public struct _SchemaBuilder {
    /// The type whose schema is the document: a reference to it is `#`.
    private let root: ObjectIdentifier
    private var names: [ObjectIdentifier: String] = [:]
    private var definitions = RawJSON.Object()
    private var objects: [Members] = []
    private var lists: [Cases] = []
    /// Types whose members are those of an object around them. One that contains itself so has no end.
    private var parts: [ObjectIdentifier] = []
    /// The depth of the object that the innermost of them shares.
    private var depthOfPart: Int?
    /// The formats of the member that is being described.
    private(set) var dates: JSONDateFormat?
    private(set) var bytes: JSONBytesFormat?

    private init(root: ObjectIdentifier) { self.root = root }

    fileprivate struct Members {
      var properties = RawJSON.Object()
      var required: [String] = []
      /// Schemas that the object satisfies as well.
      var alternatives: [RawJSON] = []
      /// The schema of all other members.
      var others: RawJSON?
      var isClosed = false
      var isOpen = false
    }

    fileprivate struct Cases {
      let style: TagStyle
      let isRefusing: Bool
      var schemas: [RawJSON] = []
      var tags: [RawJSON] = []
      var comments: [String] = []
      /// Tags, with the names under which they are read as well.
      var allTags: [RawJSON] = []
    }

    /// A property, or an associated value of a case.
    public struct _Value {
      let name: String
      let isOptional: Bool
      let text: String
      var dates: JSONDateFormat?
      var bytes: JSONBytesFormat?
      private(set) var limits: _Limits?

      public init(_ name: String, isOptional: Bool = false, about text: String = "") {
        (self.name, self.isOptional, self.text) = (name, isOptional, text)
      }

      public init(
        _ name: String, format: JSONDateFormat, isOptional: Bool = false, about text: String = ""
      ) {
        self.init(name, isOptional: isOptional, about: text)
        dates = format
      }

      public init(
        _ name: String, format: JSONBytesFormat, isOptional: Bool = false, about text: String = ""
      ) {
        self.init(name, isOptional: isOptional, about: text)
        bytes = format
      }

      /// The same value with the keywords of `@Schema`.
      public func limited(_ limits: _Limits) -> _Value {
        var value = self
        value.limits = limits
        return value
      }
    }
  }
}

extension JSONModelOptions._SchemaBuilder {
  static func document(of root: any JSONModelOptions._SchemaModel.Type) -> RawJSON {
    var builder = Self(root: ObjectIdentifier(root))
    var document: RawJSON.Object = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    if case .dictionary(let schema) = root._schema(&builder) {
      for (name, value) in schema.pairs { document[name] = value }
    }
    if !builder.definitions.isEmpty { document["$defs"] = .dictionary(builder.definitions) }
    return .dictionary(document)
  }

  // MARK: - Types

  /// The schema of a type: a reference if the type has a name.
  mutating func schema(of type: Any.Type) -> RawJSON {
    switch type {
    case let model as any JSONModelOptions._SchemaModel.Type: reference(to: model)
    case let provider as any JSONModelOptions.SchemaProvider.Type: provider.jsonSchema
    case let shape as any SchemaShape.Type: shape.schema(&self)
    case let type as any RawRepresentable.Type: anyRawValue(of: type)
    default: scalar(type)
    }
  }

  /// Begins the comment on a model whose cases are unknown. A strict schema has no such model.
  static let unknownCases = "the cases of "

  private mutating func anyRawValue<T: RawRepresentable>(of type: T.Type) -> RawJSON {
    if let type = type as? any (CaseIterable & RawRepresentable).Type {
      return rawValues(ofCases: type)
    }
    let schema = schema(of: T.RawValue.self)
    // An enum that is a model. Nothing lists its cases.
    guard type is any JSONReadable.Type || type is any JSONWritable.Type,
      case .dictionary(var commented) = schema
    else { return schema }
    commented["$comment"] = .string(
      Self.unknownCases
        + "\(type) are unknown: make it CaseIterable, or write '@JSONModel(schema: true)'")
    return .dictionary(commented)
  }

  private mutating func rawValues<T: CaseIterable & RawRepresentable>(ofCases type: T.Type)
    -> RawJSON
  { rawValues(Array(T.allCases)) }

  /// The schema of the names that a dictionary has for keys of a type, or `nil` if they are any names.
  mutating func schema(ofNames key: Any.Type) -> RawJSON? {
    if key is any FixedWidthInteger.Type { return ["pattern": "^[-+]?[0-9]+$"] }
    let names = schema(of: key)
    // A reference, or the cases of an enum. Those of numbers are no names.
    guard case .dictionary(let keywords) = names else { return Optional.none }
    let isNames = keywords["$ref"] != nil || keywords["type"] == "string" && keywords.count > 1
    return isNames ? .some(names) : Optional.none
  }

  /// - Parameter isMember: Whether the value is that of a member. One with an initial value may be `null`.
  private mutating func schema(of type: Any.Type, _ value: _Value, isMember: Bool = true)
    -> RawJSON
  {
    let outer = (dates, bytes)
    defer { (dates, bytes) = outer }
    (dates, bytes) = (value.dates, value.bytes)
    let schema = schema(of: type).limited(value.limits)
    return (isMember && value.isOptional ? schema.orNull : schema).described(value.text)
  }

  private mutating func reference(to type: any JSONModelOptions._SchemaModel.Type) -> RawJSON {
    let identifier = ObjectIdentifier(type)
    if identifier == root { return ["$ref": "#"] }
    if let name = names[identifier] { return ["$ref": .string("#/$defs/\(name)")] }
    let name = newName(for: type)
    names[identifier] = name
    // Keeps its place before the types inside it.
    definitions[name] = [:]
    let outer = (dates, bytes, parts, depthOfPart)
    (dates, bytes, parts, depthOfPart) = (nil, nil, [], nil)
    definitions[name] = type._schema(&self)
    (dates, bytes, parts, depthOfPart) = outer
    return ["$ref": .string("#/$defs/\(name)")]
  }

  /// The name of a type in characters that a reference may have.
  private func newName(for type: Any.Type) -> String {
    let words = "\(type)".split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let name = words.isEmpty ? "Type" : words.joined(separator: "_")
    if definitions[name] == nil { return name }
    var number = 2
    while definitions["\(name)\(number)"] != nil { number += 1 }
    return "\(name)\(number)"
  }

  // MARK: - Objects

  public mutating func beginObject() { objects.append(Members()) }

  public mutating func member<Root, T>(_ value: _Value, of member: (Root) -> T) {
    add(value, T.self)
  }

  /// Adds the members of a value.
  public mutating func members<Root, T>(of member: (Root) -> T, isOptional: Bool = false) {
    addPart(T.self, isOptional)
  }

  /// Lets the object have other members.
  public mutating func keepOtherMembers() { objects[objects.count - 1].isOpen = true }

  /// Ends an object that is the value of a member of the one around it.
  public mutating func endMember(
    _ name: String, isOptional: Bool = false, refusing: Bool = false
  ) {
    // An object inside one that types share may have members of another type.
    let object = endObject(refusing: refusing && depthOfPart != objects.count - 1)
    let schema = isOptional ? object.orNull : object
    // A type beside this one may have members in the same object.
    let known = objects.last?.properties[name]
    add(name, known?.sharing(schema, isOptional) ?? schema, isOptional)
  }

  public mutating func endObject(refusing: Bool = false, about text: String = "") -> RawJSON {
    let members = objects.removeLast()
    var schema: RawJSON.Object = ["type": "object"]
    if !members.properties.isEmpty { schema["properties"] = .dictionary(members.properties) }
    if !members.required.isEmpty { schema["required"] = RawJSON(members.required) }
    if members.alternatives.count == 1, case .dictionary(let alternative) = members.alternatives[0]
    {
      for (name, value) in alternative.pairs { schema[name] = value }
    } else if !members.alternatives.isEmpty {
      schema["allOf"] = .array(RawJSON.Array(members.alternatives))
    }
    if let others = members.others, others != [:] {
      schema["additionalProperties"] = others
    } else if members.others == nil, !members.isOpen, members.isClosed || refusing {
      // Only this keyword sees the members of the alternatives.
      let isAlone = members.alternatives.isEmpty
      schema[isAlone ? "additionalProperties" : "unevaluatedProperties"] = false
    }
    return RawJSON.dictionary(schema).described(text)
  }

  private mutating func add(_ value: _Value, _ type: Any.Type) {
    add(value.name, schema(of: type, value), value.isOptional || mayBeMissing(type))
  }

  /// Adds a member that is written and not read, so that any value is accepted.
  public mutating func unreadMember(_ name: String, about text: String = "") {
    add(name, RawJSON.dictionary([:]).described(text), true)
  }

  private mutating func add(_ name: String, _ schema: RawJSON, _ isOptional: Bool) {
    objects[objects.count - 1].properties[name] = schema
    if !isOptional { objects[objects.count - 1].require(name) }
  }

  private func mayBeMissing(_ type: Any.Type) -> Bool {
    (type as? any SchemaShape.Type)?.typeIfPresent != nil
  }

  /// Adds the members of a type that shares the object.
  private mutating func addPart(_ type: Any.Type, _ isOptional: Bool) {
    var (type, isOptional) = (type, isOptional)
    while let shape = type as? any SchemaShape.Type, let present = shape.typeIfPresent {
      (type, isOptional) = (present, true)
    }
    var content: RawJSON = [:]
    if let model = type as? any JSONModelOptions._SchemaModel.Type {
      if !parts.contains(ObjectIdentifier(model)) {
        parts.append(ObjectIdentifier(model))
        let outer = depthOfPart
        depthOfPart = objects.count + 1
        content = model._schema(&self)
        depthOfPart = outer
        parts.removeLast()
      }
    } else {
      content = schema(of: type)
    }
    objects[objects.count - 1].merge(content, isOptional)
  }

  // MARK: - Cases

  public mutating func beginCases(_ style: JSONModelOptions.TagStyle, refusing: Bool = false) {
    lists.append(Cases(style: style, isRefusing: refusing))
  }

  /// Adds a case without values.
  public mutating func addCase(_ name: String, also others: [String] = [], about text: String = "")
  {
    addCase(name, others, text, [], [], isSingle: false)
  }

  /// Adds a case with values.
  /// - Parameter isSingle: Whether its only value has no label, so that the value itself can be the content.
  public mutating func addCase<each T, Root>(
    _ name: String, also others: [String] = [], about text: String = "",
    of make: (repeat each T) -> Root, _ values: [_Value], isSingle: Bool = false
  ) {
    var types: [Any.Type] = []
    repeat types.append((each T).self)
    addCase(name, others, text, types, values, isSingle: isSingle)
  }

  private mutating func addCase(
    _ name: String, _ others: [String], _ text: String, _ types: [Any.Type], _ values: [_Value],
    isSingle: Bool
  ) {
    let (style, isRefusing) = (lists[lists.count - 1].style, lists[lists.count - 1].isRefusing)
    let tag = RawJSON.string(name)
    lists[lists.count - 1].tags.append(tag)
    lists[lists.count - 1].comments.append(text)
    lists[lists.count - 1].allTags += [tag] + others.map { .string($0) }
    let members = Array(zip(types, values))
    var schema: RawJSON
    switch style {
    case .value: return
    case .untagged:
      if isSingle {
        schema = self.schema(of: types[0], values[0], isMember: false)
      } else {
        schema = members.isEmpty ? ["type": "null"] : object(members, isRefusing)
      }
    case .external:
      beginObject()
      let payload = object(members, isRefusing)
      add(name, payload, false)
      schema = endObject(refusing: isRefusing)
    case .internal(let tagName):
      beginObject()
      add("\(tagName)", ["const": tag], false)
      if isSingle {
        for (type, value) in members { addPart(type, value.isOptional) }
      } else {
        for (type, value) in members { add(value, type) }
      }
      schema = endObject(refusing: isRefusing)
    case .adjacent(let tagName, let content):
      beginObject()
      add("\(tagName)", ["const": tag], false)
      let isOptional = members.allSatisfy { $1.isOptional || mayBeMissing($0) }
      if isSingle {
        for (type, value) in members {
          add("\(content)", self.schema(of: type, value), isOptional)
        }
      } else if !members.isEmpty {
        let payload = object(members, isRefusing)
        add("\(content)", payload, isOptional)
      }
      schema = endObject(refusing: isRefusing)
    }
    schema = schema.described(text)
    lists[lists.count - 1].schemas.append(schema)
  }

  private mutating func object(_ members: [(Any.Type, _Value)], _ isRefusing: Bool) -> RawJSON {
    beginObject()
    for (type, value) in members { add(value, type) }
    return endObject(refusing: isRefusing)
  }

  public mutating func endCases(about text: String = "") -> RawJSON {
    let list = lists.removeLast()
    return list.schema(list.known).described(text)
  }

  /// Ends an enum whose last case keeps values with an unknown tag.
  public mutating func endCases<T, Root>(about text: String = "", unknown: (T) -> Root) -> RawJSON {
    let list = lists.removeLast()
    var other: RawJSON.Object = [:]
    let value = schema(of: T.self)
    if value != [:] { other["allOf"] = [value] }
    other["not"] = list.tagged
    return list.schema(list.known + [.dictionary(other)]).described(text)
  }

  // MARK: - Raw values

  /// The schema of an enum with these cases. Without cases, it accepts every raw value.
  /// - Parameter comments: The comment of each case, or nothing.
  public mutating func rawValues<T: RawRepresentable>(
    _ cases: [T], about text: String = "", comments: [String] = []
  ) -> RawJSON {
    let values = cases.compactMap { ($0.rawValue as? any RawJSON.Insertable)?.rawJSON }
    guard case .dictionary(var schema) = schema(of: T.RawValue.self) else { return [:] }
    if !values.isEmpty {
      (schema["minimum"], schema["maximum"]) = (nil, nil)
      schema.accept(values, comments)
    }
    return RawJSON.dictionary(schema).described(text)
  }
}

extension RawJSON.Object {
  /// Accepts these values alone. With comments, each value is an alternative, which has its comment.
  fileprivate mutating func accept(_ values: [RawJSON], _ comments: [String]) {
    guard comments.count == values.count, comments.contains(where: { !$0.isEmpty }) else {
      self["enum"] = .array(RawJSON.Array(values))
      return
    }
    let alternatives = zip(values, comments).map { value, comment in
      (["const": value] as RawJSON).described(comment)
    }
    self["anyOf"] = .array(RawJSON.Array(alternatives))
  }
}

extension JSONModelOptions._SchemaBuilder.Members {
  fileprivate mutating func require(_ name: String) {
    if !required.contains(name) { required.append(name) }
  }

  /// Adds what the schema of another object asks for.
  fileprivate mutating func merge(_ content: RawJSON, _ isOptional: Bool) {
    guard case .dictionary(let schema) = content,
      schema["type"] == "object" || schema["anyOf"] != nil || schema["oneOf"] != nil
    else {
      // Its members are not known.
      isOpen = true
      return
    }
    if isOptional, content.tellsByOwnMembers { return mergeOptional(content) }
    var rest = RawJSON.Object()
    for (name, value) in schema.pairs {
      switch (name, value) {
      case ("properties", .dictionary(let members)):
        for (name, value) in members.pairs {
          let known = properties[name]
          properties[name] = known.map { $0.sharing(value, isOptional) } ?? value
        }
      case ("required", .array(let names)):
        if !isOptional { for name in names { require(name.stringValue ?? "") } }
      case ("additionalProperties", false), ("unevaluatedProperties", false):
        // Without the value, nothing refuses other members.
        if !isOptional { isClosed = true }
      case ("additionalProperties", _): others = value
      case ("type", _), ("description", _): break
      default: rest[name] = opened(value)
      }
    }
    if rest.isEmpty { return }
    // Of an optional value, all alternatives or nothing are there.
    if isOptional { isOpen = true } else { alternatives.append(.dictionary(rest)) }
  }

  /// Adds what the schema of another object asks for, unless the object has none of the members that tell whether it
  /// is there.
  private mutating func mergeOptional(_ content: RawJSON) {
    let telling = content.membersThatTell.map { RawJSON.string($0) }
    // Without the value, nothing refuses other members.
    let wasClosed = isClosed
    defer { isClosed = wasClosed }
    guard case .array(let opened) = opened([content]), var present = opened.first else { return }
    if case .dictionary(var schema) = present, let schemas = schema["anyOf"] ?? schema["oneOf"] {
      schema[schema["anyOf"] == nil ? "oneOf" : "anyOf"] = self.opened(schemas)
      present = .dictionary(schema)
    }
    alternatives.append(["anyOf": [present, ["not": .anyMember(of: telling)]]])
  }

  /// The alternatives without their own refusal of other members.
  private mutating func opened(_ value: RawJSON) -> RawJSON {
    guard case .array(let schemas) = value else { return value }
    var result: [RawJSON] = []
    for schema in schemas {
      guard case .dictionary(var object) = schema else {
        result.append(schema)
        continue
      }
      // A case that keeps unknown values keeps their members.
      if object["not"] != nil { isOpen = true }
      for keyword in ["additionalProperties", "unevaluatedProperties"]
      where object[keyword] == false {
        object[keyword] = nil
        isClosed = true
      }
      result.append(.dictionary(object))
    }
    return .array(RawJSON.Array(result))
  }
}

extension JSONModelOptions._SchemaBuilder.Cases {
  fileprivate var known: [RawJSON] {
    guard case .value = style else { return schemas }
    var schema: RawJSON.Object = ["type": "string"]
    schema.accept(tags, comments)
    return [.dictionary(schema)]
  }

  /// The schema of values that have one of the tags.
  fileprivate var tagged: RawJSON {
    let all = RawJSON.array(RawJSON.Array(allTags))
    switch style {
    case .value, .untagged: return ["enum": all]
    case .external:
      var schema: RawJSON.Object = ["type": "object"]
      if case .dictionary(let required) = RawJSON.anyMember(of: allTags) {
        for (name, value) in required.pairs { schema[name] = value }
      }
      return .dictionary(schema)
    case .internal(let name), .adjacent(let name, _):
      return [
        "type": "object", "properties": ["\(name)": ["enum": all]],
        "required": [.string("\(name)")],
      ]
    }
  }

  /// Beside an external tag, other members do not matter, unless they are tags.
  fileprivate func schema(_ alternatives: [RawJSON]) -> RawJSON {
    guard case .external = style, !isRefusing else {
      return alternatives.count == 1
        ? alternatives[0] : ["anyOf": .array(RawJSON.Array(alternatives))]
    }
    var schema: RawJSON.Object = ["oneOf": .array(RawJSON.Array(alternatives))]
    if alternatives.count == 1, case .dictionary(let only) = alternatives[0] {
      schema = only
    } else if alternatives.count == tags.count {
      // A second tag is refused also if its value is not one of its case.
      schema = ["anyOf": .array(RawJSON.Array(alternatives))]
      schema["oneOf"] = .array(RawJSON.Array(tags.map { ["required": [$0]] }))
    }
    // The other name of a tag is a second tag beside one that is written.
    let others = allTags.filter { !tags.contains($0) }
    if !others.isEmpty { schema["not"] = .anyMember(of: others) }
    return .dictionary(schema)
  }
}

extension RawJSON {
  /// Whether the members that tell whether a value is there are its own, and not objects that other types may share.
  fileprivate var tellsByOwnMembers: Bool {
    guard case .dictionary(let schema) = self, !membersThatTell.isEmpty else { return false }
    if case .dictionary(let properties)? = schema["properties"] {
      return properties.pairs.allSatisfy { $0.value["properties"] == nil }
    }
    return true
  }

  /// The names that a type asks for until it is known to be missing: those up to the first that it demands, in each
  /// alternative.
  fileprivate var membersThatTell: [String] {
    guard case .dictionary(let schema) = self else { return [] }
    var names: [String] = []
    if case .dictionary(let properties)? = schema["properties"] {
      let required = schema["required"]?.stringArrayValue ?? []
      for name in properties.names {
        names.append(name)
        if required.contains(name) { return names }
      }
    }
    if case .array(let alternatives)? = schema["anyOf"] ?? schema["oneOf"] {
      for name in alternatives.flatMap(\.membersThatTell) where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// The schema of values that have one of the members.
  fileprivate static func anyMember(of names: [RawJSON]) -> RawJSON {
    ["anyOf": .array(RawJSON.Array(names.map { ["required": [$0]] }))]
  }

  /// The schema of an object that two types share by `@Name(at:)`. That of any other member is the first one.
  fileprivate func sharing(_ other: RawJSON, _ isOptional: Bool) -> RawJSON {
    guard case .dictionary(var schema) = self, case .dictionary(let more) = other,
      case .dictionary(var members)? = schema["properties"],
      case .dictionary(let others)? = more["properties"]
    else { return self }
    for (name, value) in others.pairs {
      let known = members[name]
      members[name] = known.map { $0.sharing(value, isOptional) } ?? value
    }
    schema["properties"] = .dictionary(members)
    if !isOptional, case .array(let names)? = more["required"] {
      var required: [RawJSON] =
        if case .array(let own)? = schema["required"] { [RawJSON](own) } else { [] }
      for name in names where !required.contains(name) { required.append(name) }
      schema["required"] = .array(RawJSON.Array(required))
    }
    return .dictionary(schema)
  }

  /// The same schema with the keywords of `@Schema`.
  fileprivate func limited(_ limits: JSONModelOptions._Limits?) -> RawJSON {
    guard let limits, case .dictionary(let schema) = self else { return self }
    // Services refuse other keywords beside a reference.
    return .dictionary(limits.added(to: schema["$ref"] == nil ? schema : ["anyOf": [self]]))
  }

  /// The same schema with a description.
  fileprivate func described(_ text: String) -> RawJSON {
    guard !text.isEmpty, case .dictionary(let schema) = self else { return self }
    var described: RawJSON.Object = ["description": .string(text)]
    // Services refuse other keywords beside a reference.
    if schema["$ref"] != nil {
      described["anyOf"] = [self]
      return .dictionary(described)
    }
    for (name, value) in schema.pairs where name != "description" { described[name] = value }
    return .dictionary(described)
  }
}
