@_exported public import RushJSON
