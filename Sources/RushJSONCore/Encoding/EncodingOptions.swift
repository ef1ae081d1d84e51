/// Everything that can be set on an encoder.
package struct EncodingOptions: CoderOptions {
  package var formatting: RushJSONEncoder.OutputFormatting = []
  package var keys = RushJSONEncoder.KeyEncodingStrategy.useDefaultKeys
  package var floats = RushJSONEncoder.NonConformingFloatEncodingStrategy.throw
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  package var nils = RushJSONEncoder.NilEncodingStrategy.asEncoded
  package var indentation: JSONWritingOptions.Indentation?
  package var maximumDepth = 512
  package var maximumLength = Int.max
  package var hooks: EncodingHooks
  package var settings: [ObjectIdentifier: any Sendable] = [:]
}

/// The options of an encoder as they were at one time.
package final class EncodingSnapshot: CoderSnapshot {
  package let options: EncodingOptions
  /// Names are written otherwise than types give them.
  let convertsNames: Bool
  /// How text is first written: compact.
  let scalars: JSONWritingOptions
  /// How that is put into form; `nil` if it is in form already.
  let form: JSONWritingOptions?

  package init(_ options: EncodingOptions) {
    self.options = options
    if case .useDefaultKeys = options.keys { convertsNames = false } else { convertsNames = true }
    let formatting = options.formatting
    var scalars = JSONWritingOptions()
    scalars.maximumDepth = .max
    scalars.maximumLength = options.maximumLength
    if !formatting.contains(.withoutEscapingSlashes) { scalars.escaping = .slashes }
    if case .convertToString(let positive, let negative, let nan) = options.floats {
      scalars.nonFiniteNumbers = .strings(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    var form = JSONWritingOptions()
    if formatting.contains(.canonical) {
      form = .canonical
      form.refusesDuplicateNames = false
      scalars.escaping = []
    }
    if let indentation = options.indentation {
      form.layout = .indented(by: indentation)
    } else if formatting.contains(.prettyPrinted) {
      form.layout = .foundation
    }
    if formatting.contains(.sortedKeys), form.nameOrder == .asGiven { form.nameOrder = .utf8 }
    form.maximumDepth = .max
    form.maximumLength = options.maximumLength
    self.scalars = scalars
    self.form =
      form.layout == .compact && form.nameOrder == .asGiven ? nil : form
  }

  /// What a new encoder has.
  static let initial: EncodingSnapshot = {
    var hooks = EncodingHook.standardHooks
    let provider: Any.Type = EncodingDefaultsProvider.self
    if let defaults = provider as? any EncodingDefaults.Type { hooks += defaults.encodingHooks }
    return EncodingSnapshot(EncodingOptions(hooks: EncodingHooks(hooks)))
  }()
}

/// What a module beside the core adds to every new encoder.
package protocol EncodingDefaults {
  static var encodingHooks: [EncodingHook] { get }
}

/// The type that such a module makes conform to `EncodingDefaults`, as the decoder's.
package enum EncodingDefaultsProvider {}
