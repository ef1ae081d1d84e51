// Names of version 0.9, which the next version but one drops. This is the last room, so it may name all others.

@available(*, deprecated, renamed: "JSONDocument", message: "use JSONDocument.validate")
public typealias JSONTokenizer = JSONDocument

@available(*, deprecated, renamed: "JSONReadingOptions.Leniencies")
public typealias JSONLeniencies = JSONReadingOptions.Leniencies

@available(*, deprecated, renamed: "JSONWritingOptions.Escaping")
public typealias JSONEscaping = JSONWritingOptions.Escaping

@available(*, deprecated, renamed: "RawJSON.Extractable")
public typealias RawJSONReadable = RawJSON.Extractable

@available(*, deprecated, renamed: "RawJSON.Insertable")
public typealias RawJSONWritable = RawJSON.Insertable

@available(*, deprecated, renamed: "JSONName.Convertible")
public typealias JSONNameConvertible = JSONName.Convertible

@available(*, deprecated, renamed: "JSONDefaults.Provider")
public typealias JSONDefault = JSONDefaults.Provider

@available(*, deprecated, renamed: "JSONStyles.Style")
public typealias JSONStyle = JSONStyles.Style
