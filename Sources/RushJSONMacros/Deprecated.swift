// Names of version 0.9.

/// The old name of ``JSONModelOptions/NameStyle``.
@available(*, deprecated, renamed: "JSONModelOptions.NameStyle")
public typealias JSONNameStyle = JSONModelOptions.NameStyle

/// The old name of ``JSONModelOptions/TagStyle``.
@available(*, deprecated, renamed: "JSONModelOptions.TagStyle")
public typealias JSONTagStyle = JSONModelOptions.TagStyle

/// The old name of ``JSONModelOptions/UnknownMembers``.
@available(*, deprecated, renamed: "JSONModelOptions.UnknownMembers")
public typealias JSONUnknownMembers = JSONModelOptions.UnknownMembers

/// The old name of ``JSONModelOptions/Direction``.
@available(*, deprecated, renamed: "JSONModelOptions.Direction")
public typealias JSONModelDirection = JSONModelOptions.Direction
