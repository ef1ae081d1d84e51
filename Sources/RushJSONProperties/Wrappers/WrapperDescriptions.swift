// Property wrappers as text for people: their values, in string interpolation and in `dump`.

public import RushJSONCore

extension ExtraFields: CustomStringConvertible {
  /// The members as compact JSON text, shortened like a ``JSONDocument/Value``.
  public var description: String { WrappedText.of(object) }
}

extension LossyArray: CustomStringConvertible {
  /// The elements as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints them, if they
  /// are not ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension LossyDictionary: CustomStringConvertible {
  /// The members as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints them, if they
  /// are not ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension OneOrMany: CustomStringConvertible {
  /// The elements as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints them, if they
  /// are not ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension ObjectOrEmptyArray: CustomStringConvertible {
  /// The value as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints it, if it is not
  /// ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension Stringified: CustomStringConvertible {
  /// The value as compact JSON text, or as Swift prints it, if it is not ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension LenientBool: CustomStringConvertible {
  /// `true` or `false`.
  public var description: String { wrappedValue.description }
}

extension DefaultValue: CustomStringConvertible {
  /// The value as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints it, if it is not
  /// ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

extension Formatted: CustomStringConvertible {
  /// The value as compact JSON text, shortened like a ``JSONDocument/Value``; or as Swift prints it, if it is not
  /// ``JSONWritable``.
  public var description: String { WrappedText.of(wrappedValue) }
}

// MARK: - WrappedText

/// Property wrappers as text for people.
private enum WrappedText {
  /// The beginning of the JSON text of a value, or Swift's text of a value without one.
  @inline(never)
  static func of(_ value: Any) -> String {
    var text: String?
    if let value = value as? any JSONWritable {
      do throws(JSONWritingError) {
        try value.writeJSON { beginning in
          text = TextOutput.description(of: beginning)
          throw Enough()
        }
      } catch {
        // It is the error above, or the value has no JSON text.
      }
    }
    return text ?? String(reflecting: value)
  }

  private struct Enough: Error {}
}
