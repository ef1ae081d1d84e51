/// Everything that can be set on a decoder.
package struct DecodingOptions: CoderOptions {
  package var reading: JSONReadingOptions
  package var allowsJSON5 = false
  package var assumesTopLevelDictionary = false
  package var keys = RushJSONDecoder.KeyDecodingStrategy.useDefaultKeys
  package var floats = RushJSONDecoder.NonConformingFloatDecodingStrategy.throw
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  package var hooks: TypeHooks
  package var settings: [ObjectIdentifier: any Sendable] = [:]

  init(hooks: TypeHooks) {
    // As Foundation's decoder: one comma too many, a byte order mark, and the first of duplicates.
    reading = JSONReadingOptions(
      leniencies: [.trailingCommas, .byteOrderMark], duplicateNames: .firstWins)
    self.hooks = hooks
  }
}

/// The options of a decoder as they were at one time.
package final class DecodingSnapshot: CoderSnapshot {
  package let options: DecodingOptions
  /// How texts are read, by all options.
  let reading: JSONReadingOptions

  package init(_ options: DecodingOptions) {
    self.options = options
    var reading = options.reading
    if options.allowsJSON5 { reading.leniencies.formUnion(.json5) }
    self.reading = reading
  }
}

/// What a module beside the core adds to every new decoder.
package protocol DecodingDefaults {
  static var decodingHooks: [TypeHook] { get }
}

/// The type that such a module makes conform to `DecodingDefaults`.
///
/// So a decoder that is made in the core, for example to read an array of bytes, knows the types of
/// Foundation whenever the module that knows them is in the program, and does not need it otherwise.
package enum DecodingDefaultsProvider {}

extension DecodingSnapshot {
  /// What a new decoder has.
  static let initial: DecodingSnapshot = {
    var hooks = TypeHooks.standardHooks
    // The only conformance that is ever looked up at run time, once in a process.
    let provider: Any.Type = DecodingDefaultsProvider.self
    if let defaults = provider as? any DecodingDefaults.Type { hooks += defaults.decodingHooks }
    return DecodingSnapshot(DecodingOptions(hooks: TypeHooks(hooks)))
  }()
}
