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

@available(*, deprecated, renamed: "JSONPatch.Failure")
public typealias JSONPatchError = JSONPatch.Failure

@available(*, deprecated, renamed: "JSONEventReader.Event")
public typealias JSONEvent = JSONEventReader.Event

@available(*, deprecated, renamed: "JSONRecord.Stream")
public typealias JSONRecordStream = JSONRecord.Stream

@available(*, deprecated, renamed: "JSONRecord.Values")
public typealias JSONRecordSequence<Chunks, Output> = JSONRecord.Values<Chunks, Output>

@available(*, deprecated, renamed: "JSONRecord.ByteChunks")
public typealias ByteChunks<Bytes: AsyncSequence> = JSONRecord.ByteChunks<Bytes>
where Bytes.Element == UInt8

@available(*, deprecated, renamed: "ServerSentEvent.Stream")
public typealias ServerSentEvents<Chunks> = ServerSentEvent.Stream<Chunks>
