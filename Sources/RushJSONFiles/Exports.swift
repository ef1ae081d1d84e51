@_exported public import RushJSON
@_exported public import RushJSONStreams
