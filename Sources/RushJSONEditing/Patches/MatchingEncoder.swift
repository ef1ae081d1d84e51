// The encoder that writes the names, dates and numbers that a decoder reads.

internal import RushJSONCore

extension RushJSONCoreDecoder {
  /// Returns an encoder whose strategies are the counterparts of this decoder's.
  /// - Throws: `EncodingError` with `value`, which names the strategy that has no counterpart.
  func matchingEncoder(for value: Any) throws -> RushJSONCoreEncoder {
    let options = state.snapshot.options
    let encoder = RushJSONCoreEncoder()
    let keys = try options.matchingKeys(for: value)
    var hooks: [TypeHook] = []
    for setting in options.settings.values {
      guard let setting = setting as? any ReversibleSetting else { continue }
      guard let matching = setting.encodingHooks else {
        throw EncodingError.irreversible(setting.name, value)
      }
      hooks += matching
    }
    encoder.state.change { encoding in
      encoding.keys = keys
      if case .convertFromString(let positive, let negative, let nan) = options.floats {
        encoding.floats = .convertToString(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      }
      encoding.userInfo = options.userInfo
      encoding.maximumDepth = max(0, options.reading.maximumDepth)
      encoding.replaceHooks(by: hooks)
    }
    return encoder
  }
}

extension DecodingOptions {
  fileprivate func matchingKeys(
    for value: Any
  ) throws -> RushJSONCoreEncoder.KeyEncodingStrategy {
    switch (nameStyle, keys) {
    case (nil, .useDefaultKeys): return .useDefaultKeys
    case (nil, .convertFromSnakeCase): return .reversing(separator: "_")
    case (.kebabCase, _): return .reversing(separator: "-")
    case (nil, .custom): throw EncodingError.irreversible("keyDecodingStrategy", value)
    // Several names match a key, so a patch may name a member otherwise than an encoder does.
    case (.snakeCaseWithAcronyms, _), (.snakeOrKebabCase, _):
      throw EncodingError.irreversible("nameStyle", value)
    }
  }
}

extension RushJSONCoreEncoder.KeyEncodingStrategy {
  /// Writes the name that a decoder converts into the key. A key that no converted name becomes, such as `imageURL`,
  /// is its own name.
  fileprivate static func reversing(separator: Unicode.Scalar) -> Self {
    .custom { path in
      let key = path.last?.stringValue ?? ""
      let name = NameCase.separated(key, by: String(separator))
      let isReversible = NameCase.camel(name, separator: separator) == key
      return JSONPathKey(stringValue: isReversible ? name : key)
    }
  }
}

extension EncodingError {
  fileprivate static func irreversible(_ strategy: String, _ value: Any) -> EncodingError {
    .invalidValue(
      value,
      Context(
        codingPath: [],
        debugDescription: """
          No encoder is known that writes what the decoder's '\(strategy)' reads. Give merge(_:into:encoder:) an encoder.
          """))
  }
}
