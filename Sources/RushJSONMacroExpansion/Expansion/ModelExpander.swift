/// Expands `@JSONModel` on one type.
///
/// Structs and enums get everything in an extension, so that a struct keeps its memberwise initialiser. A
/// class gets its members in its body, because only there an initialiser can be `required`. Diagnostics come
/// with the extension alone: the compiler asks for both.
struct ModelExpander {
  private let request: MacroRequest
  private let declaration: Declaration
  private let options: ModelOptions
  private var problems: [Problem] = []

  static func expand(_ request: MacroRequest) -> MacroExpansion {
    var expansion = MacroExpansion()
    var inAttribute: [Problem] = []
    let attribute = DeclarationScanner.attribute(in: SourceText(request.attribute.text))
    let options = ModelOptions(attribute, &inAttribute)
    let (declaration, problems) = DeclarationScanner.scan(SourceText(request.declaration.text))
    if let declaration {
      var expander = ModelExpander(request, declaration, options, problems)
      let source = expander.expand()
      // The arguments are in the attribute, everything else is in the declaration.
      expansion.report(expander.problems, in: request.declaration)
      expansion.report(inAttribute + expander.argumentProblems, in: request.attribute)
      let isRefused = expansion.diagnostics.contains { $0.isError }
      expansion.source = isRefused ? expander.standIn() : source
    } else if problems.isEmpty {
      expansion.report(
        [
          Problem(
            message: "@JSONModel applies to structs, classes and enums", range: attribute.range)
        ],
        in: request.attribute)
    } else {
      expansion.report(problems, in: request.declaration)
    }
    if request.role != "extension" { expansion.diagnostics = [] }
    return expansion
  }

  private var argumentProblems: [Problem] = []

  private init(
    _ request: MacroRequest, _ declaration: Declaration, _ options: ModelOptions,
    _ problems: [Problem]
  ) {
    self.request = request
    self.declaration = declaration
    self.options = options
    self.problems = problems
  }

  private mutating func expand() -> String {
    checkType()
    checkArguments()
    var code = CodeLines(for: request.declaration)
    if declaration.kind == .enum {
      let model = EnumModel(declaration, options, parameters: parameters)
      problems += model.problems
      if request.role == "extension" {
        writeExtensions(of: model, &code)
        writeSchema(&code) { model.writeSchema(options, declaration.documentation, &$0) }
        // Its values arrive as a whole.
        writePartial(model.typeWords, &code) { $0.line(access + "typealias Partial = Self") }
      }
    } else {
      var model = ObjectModel(declaration, options, parameters: parameters)
      if request.role == "extension" { model.nameOutside = request.extendedType }
      problems += model.problems
      if declaration.kind == .class { checkParameters(of: model) }
      switch request.role {
      case "extension":
        writeExtensions(of: model, &code)
        writeSchema(&code) {
          model.writeSchema(options.refusesUnknownMembers, declaration.documentation, &$0)
        }
        writePartial(model.typeWords, &code) {
          model.writePartial(options, access: access, conformances: comparisons, &$0)
        }
      case "member" where declaration.kind == .class: writeMembers(of: model, &code)
      default: break
      }
    }
    return code.text
  }

  /// Code with the declared conformances and nothing else, for a type with an error. The compiler ends at a subclass of
  /// a class that lacks one of them, before it shows the error.
  private func standIn() -> String {
    guard declaration.kind == .class, !declaration.hasModifier("final") else { return "" }
    var code = CodeLines(for: request.declaration)
    let reading = Self.reading.filter { isDeclared($0.name) }
    let writing = Self.writing.filter { isDeclared($0.name) }
    func stub(_ head: String, _ code: inout CodeLines) {
      code.block(head) { $0.line("Swift.fatalError()") }
    }
    if request.role == "member" {
      let modifiers = access + "nonisolated "
      let required = modifiers + "required convenience "
      if !reading.isEmpty {
        stub(required + Self.readingHead, &code)
        stub(required + Self.decodingHead, &code)
      }
      if !writing.isEmpty {
        stub(modifiers + Self.writingHead, &code)
        stub(modifiers + Self.encodingHead, &code)
      }
      return code.text
    }
    if !(reading + writing).isEmpty {
      code.block(extensionHead(reading + writing)) {
        if isDeclared("_FaultFinding") { stub(access + Self.faultFunction, &$0) }
      }
    }
    if isDeclared("_SchemaModel") {
      code.block(schemaHead) { stub(access + Self.schemaFunction, &$0) }
    }
    return code.text
  }

  /// The type parameters of the type and of those around it.
  private var parameters: Set<String> {
    let outer = request.context.compactMap { DeclarationScanner.scan(SourceText($0)).declaration }
    return Set(([declaration] + outer).flatMap(\.parameters).map(\.name.withoutBackticks))
  }

  // MARK: - Checks

  private mutating func checkType() {
    func report(_ message: String, _ range: Range<Int>? = nil) {
      problems.append(Problem(message: message, range: range ?? declaration.nameRange))
    }
    if declaration.kind == .actor {
      report(
        "@JSONModel does not apply to actors, because their properties can be read only inside")
    }
    for inherited in declaration.inherited where inherited.text.hasPrefix("~") {
      report("@JSONModel needs a copyable type", inherited.range)
    }
    checkAccess()
    if options.isRead, let range = declaration.codableInitializer {
      report(
        "@JSONModel generates 'init(from: any Decoder)', too: remove yours, or the attribute", range
      )
    }
    if options.isWritten, let range = declaration.codableMethod {
      report(
        "@JSONModel generates 'encode(to: any Encoder)', too: remove yours, or the attribute", range
      )
    }
    guard declaration.kind == .class else { return }
    if let isolation = declaration.attributes.first(where: { $0.name == "MainActor" }),
      declaration.properties.contains(where: { !$0.isLet })
    {
      report(
        "@JSONModel reads and writes outside of any actor, so its classes cannot belong to one",
        isolation.range)
    }
    // The compiler asks for no conformance if the type has them: from a superclass, unless it names them.
    let names = declaration.inherited.map { $0.text.split(separator: ".").last ?? "" }
    if !names.isEmpty, !names.contains(where: { $0.hasPrefix("JSON") }),
      !isMissing("JSONReadable"), !isMissing("JSONWritable")
    {
      report("@JSONModel does not apply to subclasses of a type that conforms already")
    }
  }

  /// The extension is outside of all types, where a private member of a type is not visible.
  private mutating func checkAccess() {
    guard !request.context.isEmpty else { return }
    if let modifier = declaration.modifiers.first(where: { $0.name == "private" }) {
      let range = modifier.start..<modifier.start + modifier.name.utf8.count
      problems.append(
        Problem(
          message:
            "@JSONModel extends the type, and an extension does not see a private nested type",
          range: range
        )
        .offering("make it 'fileprivate'", range, "fileprivate"))
    }
    for outer in request.context.dropLast() {
      guard let type = DeclarationScanner.scan(SourceText(outer)).declaration,
        type.hasModifier("private")
      else { continue }
      problems.append(
        Problem(
          message: """
            @JSONModel extends the type, and an extension does not see a type inside the private type \
            '\(type.name)'; make that 'fileprivate'
            """,
          range: declaration.nameRange))
    }
  }

  private mutating func checkArguments() {
    if let range = options.partialRange, !options.isRead {
      argumentProblems.append(
        Problem(message: "a type that is only written has no partial one", range: range))
    }
    if let range = options.partialRange, declaration.nestedTypes.contains("Partial") {
      argumentProblems.append(
        Problem(
          message: "the type has a type 'Partial', which is the name of the one that this makes",
          range: range))
    }
    if let range = options.noSchemaRange, declaration.kind == .class,
      !declaration.hasModifier("final")
    {
      argumentProblems.append(
        Problem(
          message:
            "leave out 'schema: false', because the compiler ends at a subclass of such a class",
          range: range))
    }
    guard let range = options.tagRange else { return }
    if declaration.kind != .enum {
      argumentProblems.append(Problem(message: "only enums have tags", range: range))
    } else if EnumModel.hasRawType(declaration) {
      argumentProblems.append(Problem(message: "an enum with raw values has no tags", range: range))
    } else if case .adjacent(let tag, let content) = options.tag, tag == content {
      argumentProblems.append(
        Problem(message: "the tag and the content need different names", range: range))
    }
  }

  /// Members of a class cannot depend on what its type parameters conform to.
  private mutating func checkParameters(of model: ObjectModel) {
    let reading = options.isRead ? unconstrained(model.typeWords, Markers.reading) : []
    let writing = options.isWritten ? unconstrained(model.typeWords, Markers.writing) : []
    guard let name = (reading + writing).first else { return }
    problems.append(
      Problem(
        message: """
          constrain '\(name)' to Codable, or to JSONReadable and JSONWritable: the members of a class \
          cannot be conditional
          """,
        range: declaration.nameRange))
  }

  // MARK: - Code

  private var access: String {
    if declaration.hasModifier("public") || declaration.hasModifier("open") { return "public " }
    return declaration.hasModifier("package") ? "package " : ""
  }

  private static let readingHead = "init(from reader: inout RushJSONCore.JSONReader) throws"
  private static let writingHead =
    "func write(to writer: inout RushJSONCore.JSONWriter) throws(RushJSONCore.JSONWritingError)"

  private func writeExtensions(of model: EnumModel, _ code: inout CodeLines) {
    writeExtensions(model.typeWords, &code) { isReading, code in
      if isReading, !model.hasRawType || !model.rawCases.isEmpty {
        code.block(access + "nonisolated " + Self.readingHead) { model.writeReading(options, &$0) }
      } else if !isReading, !model.hasRawType {
        code.block(access + "nonisolated " + Self.writingHead) { model.writeWriting(options, &$0) }
      }
      writeCodable(
        isReading: isReading, modifiers: access + "nonisolated ",
        usesContainers: isReading ? model.isReadFromContainers(options) : true, &code
      ) {
        isReading ? model.writeReading(options, &$0) : model.writeContainers(options, &$0)
      }
      if !isReading { return }
      writeFaults(&code) { model.writeFaults(options, &$0) }
      if !model.hasRawType {
        code.block(access + NameCode.head) { model.writeNames(options, &$0) }
      }
    }
  }

  private func writeExtensions(of model: ObjectModel, _ code: inout CodeLines) {
    writeExtensions(model.typeWords, &code) { isReading, code in
      if declaration.kind != .class {
        write(model, isReading: isReading, modifiers: access + "nonisolated ", &code)
      }
      if !isReading { return }
      writeFaults(&code) { model.writeFaults(options.refusesUnknownMembers, &$0) }
      let isOpen = declaration.kind == .class && !declaration.hasModifier("final")
      code.block(access + NameCode.head) {
        model.writeNames(options.refusesUnknownMembers, isOpen: isOpen, &$0)
      }
      if model.hasChecks { model.writeChecks(&code) }
    }
  }

  private func writeFaults(_ code: inout CodeLines, _ body: (inout CodeLines) -> Void) {
    code.block(access + Self.faultFunction, body)
  }

  private static let faultFunction =
    "nonisolated static func _findFaults(in reader: inout RushJSONCore.JSONReader) throws"

  private func write(
    _ model: ObjectModel, isReading: Bool, modifiers: String, _ code: inout CodeLines
  ) {
    let refuses = options.refusesUnknownMembers
    // Subclasses override the members for this library alone.
    let isFinal = declaration.kind != .class || declaration.hasModifier("final")
    let isConvenience = isReading && declaration.kind == .class
    if isReading {
      code.block(modifiers + Self.readingHead) { model.writeReading(refuses, &$0) }
    } else {
      code.block(modifiers + Self.writingHead) { model.writeWriting(&$0) }
    }
    writeCodable(
      isReading: isReading, modifiers: modifiers + (isConvenience ? "convenience " : ""),
      usesContainers: isFinal
        && (isReading ? model.isReadFromContainers(refuses) : model.isWrittenToContainers),
      &code
    ) {
      isReading ? model.writeContainerReading(refuses, &$0) : model.writeContainers(&$0)
    }
  }

  private static let decodingHead = "init(from decoder: any Swift.Decoder) throws"
  private static let encodingHead = "func encode(to encoder: any Swift.Encoder) throws"
  private static let containersOfReader = "RushJSONCore.JSONReader._OtherDecoder"
  private static let containersOfWriter = "RushJSONCore.JSONWriter._OtherEncoder"

  /// Writes the member of `Codable`: every other coder codes the type with it. `containers` writes the statements for the
  /// containers of other libraries, unless these are asked for a tree.
  private func writeCodable(
    isReading: Bool, modifiers: String, usesContainers: Bool, _ code: inout CodeLines,
    _ containers: (inout CodeLines) -> Void
  ) {
    // A conformance that the type states elsewhere may have other conditions.
    let parameters = declaration.parameters.filter(\.isType)
    if !isMissing(isReading ? "Decodable" : "Encodable"), declaration.kind != .class,
      !unconstrained(
        Set(parameters.map(\.name.withoutBackticks)), isReading ? Markers.reading : Markers.writing
      ).isEmpty
    {
      return
    }
    if isReading {
      let reader: (inout CodeLines) -> Void = {
        $0.line("var reader = try RushJSONCore.JSONReader(decoder, for: Self.self)")
        $0.line("try self.init(from: &reader)")
      }
      code.block(modifiers + Self.decodingHead) {
        if !usesContainers { return reader(&$0) }
        $0.block("guard var reader = \(Self.containersOfReader)(decoder) else") {
          reader(&$0)
          $0.line("return")
        }
        $0.line("try self.init(from: &reader)")
      }
      if usesContainers {
        code.block(
          "private nonisolated init(from reader: inout \(Self.containersOfReader)) throws",
          containers)
      }
    } else {
      code.block(modifiers + Self.encodingHead) {
        if usesContainers {
          $0.block("guard var writer = \(Self.containersOfWriter)(encoder) else") {
            $0.line("return try self.write(into: encoder)")
          }
          containers(&$0)
        } else {
          $0.line("try self.write(into: encoder)")
        }
      }
    }
  }

  /// Writes an extension with the schema. It says nothing about type parameters, so it has no conditions.
  private func writeSchema(_ code: inout CodeLines, _ body: (inout CodeLines) -> Void) {
    if !options.hasSchema { return }
    code.block(schemaHead) { $0.block(access + Self.schemaFunction, body) }
  }

  private var schemaHead: String {
    // Both by name: for a protocol that another one implies, the compiler ends at a subclass.
    let missing = ["SchemaProvider", "_SchemaModel"].filter(isMissing)
    let list = missing.map { "RushJSONMacros.JSONModelOptions.\($0)" }.joined(separator: ", ")
    return availability + "nonisolated extension \(extendedName)"
      + (list.isEmpty ? "" : ": \(list)")
  }

  private static let schemaFunction =
    "nonisolated static func _schema(_ schema: inout RushJSONMacros.JSONModelOptions._SchemaBuilder)"
    + " -> RushJSONCore.RawJSON"

  private var extendedName: String { request.extendedType ?? declaration.name }

  /// Writes an extension with the type `Partial`.
  private func writePartial(
    _ typeWords: Set<String>, _ code: inout CodeLines, _ body: (inout CodeLines) -> Void
  ) {
    guard options.partialRange != nil, options.isRead else { return }
    let clause = requirements(typeWords, Markers.reading, "RushJSONCore.JSONReadable")
    code.block(extensionHead([]) + clause, body)
  }

  /// The conformances of the type that the compiler can also make for its `Partial`.
  private var comparisons: [String] {
    let names = Set(declaration.inherited.compactMap { $0.text.split(separator: ".").last })
    return ["Equatable", "Hashable", "Sendable"].filter { names.contains($0[...]) }
      .map { "Swift.\($0)" }
  }

  /// Whether the type does not conform to a protocol yet.
  private func isMissing(_ name: String) -> Bool {
    request.conformances.map { SourceText($0).hasWord(name) } ?? true
  }

  /// Whether the macro declares a protocol that the type does not conform to yet.
  private func isDeclared(_ name: String) -> Bool {
    request.conformances.map { SourceText($0).hasWord(name) } ?? false
  }

  /// Writes an extension for both directions, or one for each if they need different constraints.
  private func writeExtensions(
    _ typeWords: Set<String>, _ code: inout CodeLines,
    _ members: (_ isReading: Bool, inout CodeLines) -> Void
  ) {
    let readingClause = requirements(typeWords, Markers.reading, "RushJSONCore.JSONReadable")
    let writingClause = requirements(typeWords, Markers.writing, "RushJSONCore.JSONWritable")
    if options.isRead, options.isWritten, readingClause.isEmpty, writingClause.isEmpty {
      code.block(extensionHead(Self.reading + Self.writing)) { code in
        members(true, &code)
        members(false, &code)
      }
      return
    }
    if options.isRead {
      code.block(extensionHead(Self.reading) + readingClause) { members(true, &$0) }
    }
    if options.isWritten {
      code.block(extensionHead(Self.writing) + writingClause) { members(false, &$0) }
    }
  }

  private typealias ProtocolName = (module: String, name: String)
  private static let reading: [ProtocolName] = [
    ("RushJSONCore", "JSONReadable"), ("Swift", "Decodable"),
    ("RushJSONCore.JSONReader", "_FaultFinding"),
  ]
  private static let writing: [ProtocolName] = [
    ("RushJSONCore", "JSONWritable"), ("Swift", "Encodable"),
  ]

  /// `extension Outer.Type: JSONReadable`, with the protocols that the type does not conform to yet.
  private func extensionHead(_ protocols: [ProtocolName]) -> String {
    let missing = protocols.filter { isMissing($0.name) }
    let list = missing.map { "\($0.module).\($0.name)" }.joined(separator: ", ")
    return availability + "nonisolated extension \(extendedName)"
      + (list.isEmpty ? "" : ": \(list)")
  }

  /// The attributes that say where the type exists, its own and those of the types around it.
  private var availability: String {
    var lines: [String] = []
    for text in [request.declaration.text] + request.context {
      let source = SourceText(text)
      for attribute in DeclarationScanner.attributes(in: source)
      where ["available", "_spi"].contains(attribute.name) {
        let line = source.text(attribute.range)
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func requirements(
    _ typeWords: Set<String>, _ sufficient: Set<String>, _ name: String
  ) -> String {
    let list = unconstrained(typeWords, sufficient).map { "\($0): \(name)" }
    return list.isEmpty ? "" : " where " + list.joined(separator: ", ")
  }

  /// The type parameters that properties mention and whose constraints do not suffice.
  private func unconstrained(_ typeWords: Set<String>, _ sufficient: Set<String>) -> [String] {
    declaration.parameters.filter {
      $0.isType && typeWords.contains($0.name.withoutBackticks)
        && $0.constraints.isDisjoint(with: sufficient)
    }.map(\.name)
  }

  private func writeMembers(of model: ObjectModel, _ code: inout CodeLines) {
    let isFinal = declaration.hasModifier("final")
    if options.isRead {
      let modifiers = access + "nonisolated " + (isFinal ? "" : "required ")
      write(model, isReading: true, modifiers: modifiers, &code)
      if needsInitializer { code.line("init() {}") }
    }
    if options.isWritten {
      let access = declaration.hasModifier("open") ? "open " : access
      write(model, isReading: false, modifiers: access + "nonisolated ", &code)
    }
  }

  /// Whether the class had an `init()` that another initialiser takes away: all its properties have values,
  /// and nothing it inherits can be a superclass.
  private var needsInitializer: Bool {
    !declaration.hasInitializer
      && declaration.properties.allSatisfy { $0.hasInitialValue || $0.isOptional && !$0.isLet }
      && declaration.inherited.allSatisfy { Markers.protocols.contains($0.text) }
  }
}
