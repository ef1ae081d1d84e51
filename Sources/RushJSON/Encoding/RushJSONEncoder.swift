public import RushJSONCore
public import _RushJSONFoundation

/// Encodes `Encodable` values as JSON: Foundation's `JSONEncoder`, but faster.
///
/// ```swift
/// let data = try RushJSONEncoder().encode(user)
/// ```
///
/// It has the members of `JSONEncoder`, and subclasses can override the same ones. Its superclass
/// ``RushJSONCoreEncoder`` adds bytes, strings, trees and more options.
///
/// `init(_:)` takes over the options of a `JSONEncoder`, and ``makeJSONEncoder()`` returns a `JSONEncoder` for code
/// that takes no other class. ``JSONDataEncoding`` is a protocol that both conform to.
///
/// ## Topics
///
/// ### Options of the superclass
///
/// - ``RushJSONCoreEncoder/outputFormatting-swift.property``
/// - ``RushJSONCoreEncoder/keyEncodingStrategy-swift.property``
/// - ``RushJSONCoreEncoder/nameStyle-swift.property``
/// - ``RushJSONCoreEncoder/nilEncodingStrategy-swift.property``
/// - ``RushJSONCoreEncoder/nonConformingFloatEncodingStrategy-swift.property``
/// - ``RushJSONCoreEncoder/indentation``
/// - ``RushJSONCoreEncoder/maximumDepth``
/// - ``RushJSONCoreEncoder/maximumLength``
/// - ``RushJSONCoreEncoder/userInfo``
open class RushJSONEncoder: RushJSONCoreEncoder, @unchecked Sendable {
  /// Tells the core the hooks of this module, once.
  private static let telling: Void = EncodingSnapshot.use(EncodingDefaultsProvider.self)

  /// Creates an encoder with the defaults of Foundation's encoder.
  public override init() {
    Self.telling
    super.init()
    noteSubclass(of: RushJSONEncoder.self)
  }

  /// Creates an encoder with the options of another one.
  public override init(copying other: RushJSONCoreEncoder) {
    super.init(copying: other)
    noteSubclass(of: RushJSONEncoder.self)
  }

  /// Returns a new encoder with the same options, which can be changed without effect on this one.
  ///
  /// Subclasses with state of their own override this.
  open override func copy() -> RushJSONEncoder { RushJSONEncoder(copying: self) }

  // MARK: - Options

  /// The strategy for dates. By default, `Date` encodes itself.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { dates.strategy }
    set {
      let step = newValue.step
      if !state.take(step) { changeDates(step) { $0.strategy = newValue } }
    }
  }

  /// The format of dates, without a formatter: RFC 3339, units since 1970, patterns. By default `nil`.
  /// Any other value takes the place of ``dateEncodingStrategy``.
  ///
  /// ``JSONTimestamp`` gets the same format.
  open var dateFormat: JSONDateFormat? {
    get { dates.format }
    set { changeDates(nil) { $0.format = newValue } }
  }

  /// The strategy for `Data`: Base64 by default.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { state.setting(DataEncodingStrategy.self) ?? .base64 }
    set {
      state.change(newValue.step, from: DataEncodingStrategy.base64) {
        $0 = newValue
        return [newValue.hook]
      }
    }
  }

  // MARK: - Encoding

  /// Encodes a value as JSON text in UTF-8.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    var data = Data()
    try text(value) { data = Data(copying: $0) }
    return consume data
  }

  /// Encodes a value with `configuration` as JSON text in UTF-8.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:configuration:)`.
  open func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    var data = Data()
    try text(
      value, encode: { try value.encode(to: $0, configuration: configuration) },
      { data = Data(copying: $0) })
    return consume data
  }

  /// Encodes a value with the configuration that `C` provides as JSON text in UTF-8.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:configuration:)`.
  open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }
}

extension RushJSONEncoder {
  /// Encodes a value as JSON text in UTF-8, with more `userInfo` for this call.
  /// - Parameter userInfo: Entries that are added to those of the encoder, or replace them. An encoder
  ///   of a subclass encodes with a ``copy()`` that has them.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Data {
    if state.isSubclassed {
      let copy = copy()
      copy.userInfo.merge(userInfo) { $1 }
      return try copy.encode(value)
    }
    var data = Data()
    try text(value, userInfo: userInfo) { data = Data(copying: $0) }
    return consume data
  }
}

// MARK: - Strategies

extension RushJSONEncoder {
  /// Foundation's strategies for dates. A closure that encodes nothing writes an empty object. See also
  /// ``dateFormat``.
  ///
  /// On Apple's systems, a case that a later Foundation adds becomes the default.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy

  /// Foundation's strategies for `Data`. A closure that encodes nothing writes an empty object.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
}
