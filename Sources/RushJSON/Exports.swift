@_exported public import RushJSONCore
