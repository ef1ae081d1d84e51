// Records as values of types.

public import RushJSONCore

extension JSONRecord.Stream {
  /// The records as values of a type.
  /// - Parameter decoder: Decodes the records. Without one, a new decoder does, which reads them by
  ///   ``recordOptions`` if there are any. Of members with the same name, the first counts unless they are refused, as
  ///   in every new decoder.
  public func values<T: Decodable>(
    of type: T.Type, decoder: RushJSONCoreDecoder? = nil
  ) -> JSONRecord.Values<Chunks, T> {
    let used = decoderOfRecords(decoder)
    return map({ try $0.value(of: type, decoder: used) }) { (pump) throws(JSONStreamError) in
      try pump.value(of: type, decoder: used)
    }
  }

  /// The decoder that is given, or a new one.
  func decoderOfRecords(_ decoder: RushJSONCoreDecoder?) -> RushJSONCoreDecoder {
    if let decoder { return decoder }
    let used = RushJSONCoreDecoder()
    if var options = recordOptions {
      // The last one is the default of streams, which no program has chosen.
      if options.duplicateNames == .keepLast { options.duplicateNames = .keepFirst }
      used.readingOptions = options
    }
    return used
  }
}

extension JSONRecord {
  /// The record as a value of a type.
  /// - Throws: ``JSONStreamError`` of kind ``JSONStreamError/Kind/value``, with the record's place
  ///   in the stream and the decoder's error.
  public func value<T: Decodable>(
    of type: T.Type = T.self, decoder: RushJSONCoreDecoder? = nil
  ) throws(JSONStreamError) -> T {
    do {
      return try (decoder ?? .plain).decode(type, from: bytes.span)
    } catch {
      throw JSONStreamError(error, in: self)
    }
  }
}

extension RecordPump {
  /// The record that was read as a value of a type: of its tape, or of its bytes if the decoder needs them.
  package func value<T: Decodable>(of type: T.Type, decoder: RushJSONCoreDecoder)
    throws(JSONStreamError) -> T
  {
    guard let session = decoder.session(fromTape: { taped($0) }) else {
      return try makeAlone { try $0.value(of: type, decoder: decoder) }
    }
    unsafe isInUse = true
    do {
      let value = try decoder.decode(type, in: consume session)
      _ = endUse()
      return value
    } catch {
      throw JSONStreamError(error, in: endUse() ?? takeRecord())
    }
  }
}
