// `Partial`: the type of an incomplete value, which `PartialJSON` reads.

extension ObjectModel {
  /// Writes a struct whose properties are optional, with models inside of it that are partial, too.
  func writePartial(
    _ options: ModelOptions, access: String, conformances: [String], _ code: inout CodeLines
  ) {
    let protocols = ["RushJSONCore.JSONReadable", "Swift.Decodable"] + conformances
    let modifiers = access + "nonisolated "
    code.block(modifiers + "struct Partial: " + protocols.joined(separator: ", ")) { code in
      for property in partialProperties {
        // A type that has no `Partial` is an error at the property.
        code.line(
          "\(property.access(in: access))var \(property.name): \(property.type)",
          at: property.type.split(separator: ".").contains { $0.hasPrefix("Partial") }
            ? property.place : nil)
      }
      code.block(modifiers + "init(from reader: inout RushJSONCore.JSONReader) throws") {
        partial.writeReading(options.refusesUnknownMembers, &$0)
      }
      code.block(access + NameCode.head) {
        partial.writeNames(options.refusesUnknownMembers, isOpen: false, &$0)
      }
      code.block(modifiers + "init(from decoder: any Swift.Decoder) throws") {
        $0.line("var reader = try RushJSONCore.JSONReader(decoder, for: Self.self)")
        $0.line("try self.init(from: &reader)")
      }
    }
  }
}

extension ObjectModel.PartialProperty {
  /// The modifier that says who may read the property, with a space: that of the property, and no more than the type's.
  fileprivate func access(in type: String) -> String {
    switch access {
    case "open", "public": type
    case "package": type.isEmpty ? "" : "package "
    // A type that is private in the property's type is seen in the file alone.
    case "private", "fileprivate": "fileprivate "
    default: ""
    }
  }
}
