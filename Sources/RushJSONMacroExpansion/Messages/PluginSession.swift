/// A conversation with the compiler: one reply for each message.
///
/// ```
/// compiler  {"getCapability": {…}}                        plugin  {"getCapabilityResult": {…}}
///           {"expandAttachedMacro": {"declSyntax": …}}            {"expandMacroResult": {…}}
/// ```
///
/// A message is an object with one member, whose name says what it is. Compilers since 5.9 have only added
/// members, so the session ignores those that it does not know.
package enum PluginSession {
  /// The version of the protocol that this is written for.
  private static let protocolVersion = 7

  /// The reply to a message.
  /// - Throws: `MessageReader.Failure` if the message is not JSON.
  package static func reply(to message: [UInt8]) throws -> [UInt8] {
    let reply = reply(to: try MessageReader.value(of: message))
    return Array(reply.text.utf8)
  }

  private static func reply(to message: MessageJSON) -> MessageJSON {
    guard let (name, content) = message.objectValue?.first.map({ ($0.name, $0.value) }) else {
      return failure("the message of the compiler is not an object")
    }
    switch name {
    case "getCapability":
      return [
        "getCapabilityResult": [
          "capability": ["protocolVersion": .integer(protocolVersion)]
        ]
      ]
    case "loadPluginLibrary":
      return ["loadPluginLibraryResult": ["loaded": false, "diagnostics": []]]
    case "expandAttachedMacro", "expandFreestandingMacro":
      guard let request = MacroRequest(content) else {
        return failure("the message '\(name)' of the compiler lacks what a macro needs")
      }
      guard let expansion = MacroExpander.expand(request) else {
        return failure("RushJSON has no macro '\(request.macro)'")
      }
      return ["expandMacroResult": expansion.json]
    default:
      return failure("RushJSON does not know the message '\(name)' of this compiler")
    }
  }

  /// A reply that the compiler shows as an error at the attribute.
  private static func failure(_ message: String) -> MessageJSON {
    let diagnostic = MacroExpansion.Diagnostic(
      isError: true, message: message, fileName: "", range: 0..<0, fixIts: [])
    return ["expandMacroResult": ["expandedSource": .null, "diagnostics": [diagnostic.json]]]
  }
}
