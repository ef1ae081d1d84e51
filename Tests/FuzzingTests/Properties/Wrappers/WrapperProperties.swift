import Foundation
import RushJSON
import RushJSONProperties

/// A property with a wrapper is written as a plain one is, and comes back, with all types and strategies, in
/// `Codable` types, in types that write themselves, and with Foundation's coders.
enum WrapperProperties {
  static func run(_ input: inout FuzzInput) throws {
    let coders = WrapperCoders(WrapperStrategies.random(&input))
    try input.element(of: types).check(coders, &input)
  }

  /// A type, with the check of all wrappers that can hold it.
  struct SampleType: Sendable {
    let name: String
    let check: @Sendable (WrapperCoders, inout FuzzInput) throws -> Void
  }

  static let types: [SampleType] =
    [
      every(Int.self), every(Double.self), every(String.self), every(Bool.self),
      every(Date.self), every(Data.self), every(URL.self), every(Decimal.self), every(UUID.self),
      every(RawJSON.self), every(JSONNumber.self), every(JSONTimestamp.self),
      every(Int?.self), every(Date?.self), every([Date].self), every([Double].self),
      every([String: Int].self), every([String: Date].self),
      every([String: [String: Decimal]].self),
      every(SamplePerson.self), every(SampleRole.self), every(SampleTwin.self),
      every(SampleTwin?.self), every([SampleTwin].self), every([String: SampleTwin].self),
    ] + [
      text(Int.self), text(Double.self), text(String.self), text(Bool.self),
      SampleType(name: "LenientBool") { coders, input in
        try coders.checkReturn(LenientHolder.self, Bool.sample(&input))
      },
      style(JSONStyles.RFC3339<Date>.self), style(JSONStyles.SecondsSince1970<Date>.self),
      style(JSONStyles.MillisecondsSince1970<Date>.self),
      style(JSONStyles.RFC3339<JSONTimestamp>?.self), style([JSONStyles.RFC3339<Date>].self),
      style(JSONStyles.Base64<Data>.self), style(JSONStyles.Base64URL<Data>?.self),
      style([JSONStyles.Hexadecimal<Data>].self),
    ]

  private static func every<T: WrapperSample>(_ type: T.Type) -> SampleType {
    SampleType(name: "\(type)") { coders, input in
      let value = T.sample(&input)
      try coders.checkUnchanged(DefaultHolder<T>.self, DefaultModel<T>.self, to: value)
      try coders.checkUnchanged(
        LossyArrayHolder<T>.self, WrapperModel<LossyArrayHolder<T>>.self, to: [T].sample(&input))
      try coders.checkUnchanged(
        LossyDictionaryHolder<T>.self, WrapperModel<LossyDictionaryHolder<T>>.self,
        to: [String: T].sample(&input))
    }
  }

  private static func text<T: WrapperSample & LosslessStringConvertible>(_ type: T.Type)
    -> SampleType
  {
    SampleType(name: "\(type) in strings") { coders, input in
      try coders.checkReturn(StringifiedHolder<T>.self, T.sample(&input))
    }
  }

  private static func style<Style: JSONStyles.Style & SendableMetatype>(_ type: Style.Type)
    -> SampleType
  where Style.Value: WrapperSample {
    SampleType(name: "\(type)") { coders, input in
      try coders.checkReturn(FormattedHolder<Style>.self, Style.Value.sample(&input))
    }
  }
}

/// The coders with some strategies.
struct WrapperCoders {
  private let strategies: WrapperStrategies
  private let rush: (encoder: RushJSONEncoder, decoder: RushJSONDecoder)
  private let foundation: (encoder: JSONEncoder, decoder: JSONDecoder)

  init(_ strategies: WrapperStrategies) {
    self.strategies = strategies
    rush = strategies.rush
    foundation = strategies.foundation
  }

  /// A value as text, and what is read of the text.
  private struct Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
    var text: String?
    var value: Value?
    var description: String { "\(text ?? "no text") → \(value.map { "\($0)" } ?? "nothing")" }
  }

  /// Checks that the wrapper of `holder` and `model` changes nothing.
  func checkUnchanged<Holder: WrapperHolder & Codable, Model: ModelHolder>(
    _ holder: Holder.Type, _ model: Model.Type, to value: Holder.Value
  ) throws
  where Holder.Value: WrapperSample, Model.Value == Holder.Value {
    typealias Value = Holder.Value
    try check("Codable", try codable(holder, value), try codable(PlainHolder<Value>.self, value))
    try check("model", direct(model, value), direct(PlainModel<Value>.self, value))
    if strategies.areFoundations {
      try check(
        "Foundation", foundation(holder, value), foundation(PlainHolder<Value>.self, value))
    }
  }

  private func check<Value>(
    _ coder: String, _ wrapped: Outcome<Value>, _ plain: Outcome<Value>
  ) throws(PropertyFailure) {
    var wrapped = wrapped
    // Of elements that fail, a lossy collection keeps the others.
    if plain.value == nil { wrapped.value = nil }
    try checkEqual(
      "\(coder): a wrapper changes nothing, with \(strategies)", wrapped, plain)
  }

  /// Checks that a value comes back from a wrapper that writes it in its own way.
  func checkReturn<Holder: WrapperHolder & Codable>(_ holder: Holder.Type, _ value: Holder.Value)
    throws where Holder.Value: WrapperSample
  {
    let own = try codable(holder, value)
    try checkEqual("Codable returns it, with \(strategies)", own.value, value)
    try checkEqual(
      "models return it, with \(strategies)", direct(WrapperModel<Holder>.self, value), own)
    if strategies.areFoundations {
      let other = foundation(holder, value)
      try checkEqual("Foundation returns it, with \(strategies)", other.value, value)
    }
  }

  private func codable<Holder: WrapperHolder & Codable>(
    _ holder: Holder.Type, _ value: Holder.Value
  ) throws -> Outcome<Holder.Value> {
    let text = try? rush.encoder.encodeToString(Holder(value))
    if let text {
      var bytes: [UInt8] = []
      try rush.encoder.encode(Holder(value)) { piece in
        for index in piece.indices { bytes.append(piece[index]) }
      }
      try checkEqual(
        "a sink gets the same text, with \(strategies)", String(decoding: bytes, as: UTF8.self),
        text)
    }
    let back = text.flatMap { try? rush.decoder.decode(Holder.self, from: $0) }
    return Outcome(text: text, value: back?.someValue)
  }

  private func direct<Model: ModelHolder>(_ model: Model.Type, _ value: Model.Value)
    -> Outcome<Model.Value>
  {
    let text = try? rush.encoder.encodeToString(Model(value))
    let back = text.flatMap { try? rush.decoder.decode(Model.self, from: $0) }
    return Outcome(text: text, value: back?.someValue)
  }

  private func foundation<Holder: WrapperHolder & Codable>(
    _ holder: Holder.Type, _ value: Holder.Value
  ) -> Outcome<Holder.Value> {
    let bytes = try? foundation.encoder.encode(Holder(value))
    let back = bytes.flatMap { try? foundation.decoder.decode(Holder.self, from: $0) }
    return Outcome(text: bytes.map { String(decoding: $0, as: UTF8.self) }, value: back?.someValue)
  }
}
