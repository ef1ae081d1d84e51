public import RushJSONCore
public import _RushJSONFoundation

/// Decodes values of `Decodable` types from JSON: Foundation's `JSONDecoder`, faster, and with errors
/// that say where they happened.
///
/// ```swift
/// struct User: Decodable { var name: String }
/// let users = try RushJSONDecoder().decode([User].self, from: data)
/// ```
///
/// It has the members of `JSONDecoder`, and subclasses can override the same ones. Its superclass
/// ``RushJSONCoreDecoder`` adds other forms of text, documents, trees and more options.
///
/// `init(_:)` takes over the options of a `JSONDecoder`, and ``makeJSONDecoder()`` returns a `JSONDecoder` for code
/// that takes no other class. ``JSONDataDecoding`` is a protocol that both conform to.
///
/// ## Topics
///
/// ### Options of the superclass
///
/// - ``RushJSONCoreDecoder/keyDecodingStrategy-swift.property``
/// - ``RushJSONCoreDecoder/nameStyle-swift.property``
/// - ``RushJSONCoreDecoder/nonConformingFloatDecodingStrategy-swift.property``
/// - ``RushJSONCoreDecoder/allowsJSON5``
/// - ``RushJSONCoreDecoder/assumesTopLevelDictionary``
/// - ``RushJSONCoreDecoder/readingOptions``
/// - ``RushJSONCoreDecoder/includesUnderlyingErrors``
/// - ``RushJSONCoreDecoder/userInfo``
open class RushJSONDecoder: RushJSONCoreDecoder, @unchecked Sendable {
  /// Tells the core the hooks of this module, once.
  private static let telling: Void = DecodingSnapshot.use(DecodingDefaultsProvider.self)

  /// Creates a decoder with the defaults of Foundation's decoder.
  public override init() {
    Self.telling
    super.init()
    noteSubclass(of: RushJSONDecoder.self)
  }

  /// Creates a decoder with the options of another one.
  public override init(copying other: RushJSONCoreDecoder) {
    super.init(copying: other)
    noteSubclass(of: RushJSONDecoder.self)
  }

  /// Returns a new decoder with the same options, which can be changed without effect on this one.
  ///
  /// Subclasses with state of their own override this.
  open override func copy() -> RushJSONDecoder { RushJSONDecoder(copying: self) }

  // MARK: - Options

  /// The strategy for dates. By default, `Date` decodes itself.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { dates.strategy }
    set {
      let step = newValue.step
      if !state.take(step) { changeDates(step) { $0.strategy = newValue } }
    }
  }

  /// The format of dates, to the nanosecond and without a formatter: RFC 3339, units since 1970,
  /// patterns, or a list of these. By default `nil`. Any other value takes the place of
  /// ``dateDecodingStrategy``.
  ///
  /// ``JSONTimestamp`` is decoded in the same format.
  open var dateFormat: JSONDateFormat? {
    get { dates.format }
    set { changeDates(nil) { $0.format = newValue } }
  }

  /// The strategy for `Data`: Base64 by default.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { state.setting(DataDecodingStrategy.self) ?? .base64 }
    set {
      state.change(newValue.step, from: DataDecodingStrategy.base64) {
        $0 = newValue
        return [newValue.hook]
      }
    }
  }

  // MARK: - Decoding

  /// Decodes a value from a text in UTF-8; UTF-16 and UTF-32 are recognised and converted.
  ///
  /// The other methods for `Data` call this one for whole texts. It calls the method for bytes in memory, which
  /// decodes every text.
  /// - Throws: A `DecodingError`, or the errors of the type's `init(from:)`.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe data.bytes.withUnsafeBytes { try unsafe decode(type, from: $0, at: .root) }
  }

  /// Decodes a value of a type that needs a configuration.
  /// - Throws: A `DecodingError`, or the errors of the type's `init(from:configuration:)`.
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    // Invariant: as above.
    try unsafe data.bytes.withUnsafeBytes { bytes in
      try unsafe withDecoder(for: CheckedBytes(bytes), at: .root) {
        try type.init(from: $0, configuration: configuration)
      }
    }
  }

  /// Decodes a value of a type that needs a configuration, which `C` provides.
  /// - Throws: A `DecodingError`, or the errors of the type's `init(from:configuration:)`.
  open func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

// MARK: - Strategies

extension RushJSONDecoder {
  /// Foundation's strategies for dates. See also ``dateFormat``.
  ///
  /// On Apple's systems, a case that a later Foundation adds becomes the default.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy

  /// Foundation's strategies for `Data`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
}
