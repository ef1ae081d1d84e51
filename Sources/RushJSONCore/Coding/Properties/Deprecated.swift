// Names of version 0.9, which the next version but one drops. This is the last room, so it may name all others.

/// The old name of the type with `validate`: ``JSONDocument``.
@available(*, deprecated, renamed: "JSONDocument", message: "use JSONDocument.validate")
public typealias JSONTokenizer = JSONDocument

/// The old name of ``JSONReadingOptions/Leniencies``.
@available(*, deprecated, renamed: "JSONReadingOptions.Leniencies")
public typealias JSONLeniencies = JSONReadingOptions.Leniencies

/// The old name of ``JSONWritingOptions/Escaping``.
@available(*, deprecated, renamed: "JSONWritingOptions.Escaping")
public typealias JSONEscaping = JSONWritingOptions.Escaping

/// The old name of ``RawJSON/Extractable``.
@available(*, deprecated, renamed: "RawJSON.Extractable")
public typealias RawJSONReadable = RawJSON.Extractable

/// The old name of ``RawJSON/Insertable``.
@available(*, deprecated, renamed: "RawJSON.Insertable")
public typealias RawJSONWritable = RawJSON.Insertable

/// The old name of ``JSONName/Convertible``.
@available(*, deprecated, renamed: "JSONName.Convertible")
public typealias JSONNameConvertible = JSONName.Convertible

/// The old name of ``JSONDefaults/Provider``.
@available(*, deprecated, renamed: "JSONDefaults.Provider")
public typealias JSONDefault = JSONDefaults.Provider

/// The old name of ``JSONStyles/Style``.
@available(*, deprecated, renamed: "JSONStyles.Style")
public typealias JSONStyle = JSONStyles.Style

/// The old name of ``JSONPatch/Failure``.
@available(*, deprecated, renamed: "JSONPatch.Failure")
public typealias JSONPatchError = JSONPatch.Failure

/// The old name of ``JSONEventReader/Event``.
@available(*, deprecated, renamed: "JSONEventReader.Event")
public typealias JSONEvent = JSONEventReader.Event

/// The old name of ``JSONRecord/Stream``.
@available(*, deprecated, renamed: "JSONRecord.Stream")
public typealias JSONRecordStream = JSONRecord.Stream

/// The old name of ``JSONRecord/Values``.
@available(*, deprecated, renamed: "JSONRecord.Values")
public typealias JSONRecordSequence<Chunks, Output> = JSONRecord.Values<Chunks, Output>

/// The old name of ``JSONRecord/ByteChunks``.
@available(*, deprecated, renamed: "JSONRecord.ByteChunks")
public typealias ByteChunks<Bytes: AsyncSequence> = JSONRecord.ByteChunks<Bytes>
where Bytes.Element == UInt8

/// The old name of ``ServerSentEvent/Stream``.
@available(*, deprecated, renamed: "ServerSentEvent.Stream")
public typealias ServerSentEvents<Chunks> = ServerSentEvent.Stream<Chunks>

extension JSONPattern.ParsingError.Kind {
  /// The old kind of a negative number, which a pattern may have.
  @available(*, deprecated, renamed: "invalidNumber")
  public static var negativeNumber: JSONPattern.ParsingError.Kind { .invalidNumber }
}
