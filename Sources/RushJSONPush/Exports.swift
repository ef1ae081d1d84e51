// Programs that use this module need coders, and the trees of the core.
@_exported public import RushJSON
@_exported public import RushJSONCore
