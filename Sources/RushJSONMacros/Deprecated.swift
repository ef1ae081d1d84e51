// Names of version 0.9.

@available(*, deprecated, renamed: "JSONModelOptions.NameStyle")
public typealias JSONNameStyle = JSONModelOptions.NameStyle

@available(*, deprecated, renamed: "JSONModelOptions.TagStyle")
public typealias JSONTagStyle = JSONModelOptions.TagStyle

@available(*, deprecated, renamed: "JSONModelOptions.UnknownMembers")
public typealias JSONUnknownMembers = JSONModelOptions.UnknownMembers

@available(*, deprecated, renamed: "JSONModelOptions.Direction")
public typealias JSONModelDirection = JSONModelOptions.Direction
