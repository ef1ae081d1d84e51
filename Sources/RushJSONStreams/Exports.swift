// Programs that use this module need the types of the core.
@_exported public import RushJSONCore
