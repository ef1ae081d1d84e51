// Whoever uses this module needs the types of the core.
@_exported public import RushJSONCore
