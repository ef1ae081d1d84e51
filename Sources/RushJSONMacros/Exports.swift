// The expansions name types of the core, so programs that use a macro see them.
@_exported public import RushJSONCore
@_exported public import RushJSONProperties
