// The expansions name types of the core, so whoever uses a macro sees them.
@_exported public import RushJSONCore
@_exported public import RushJSONProperties
