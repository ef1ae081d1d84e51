// Names of version 0.9, which the next version but one drops. This is the last room, so it may name all others.

@available(*, deprecated, renamed: "JSONDocument", message: "use JSONDocument.validate")
public typealias JSONTokenizer = JSONDocument

@available(*, deprecated, renamed: "JSONReadingOptions.Leniencies")
public typealias JSONLeniencies = JSONReadingOptions.Leniencies

@available(*, deprecated, renamed: "JSONWritingOptions.Escaping")
public typealias JSONEscaping = JSONWritingOptions.Escaping
