/// Expands to nothing, in place of the library's macro of that name.
@attached(peer) macro JSONModel() =
  #externalMacro(module: "RushJSONMacroPlugin", type: "Ignored")
