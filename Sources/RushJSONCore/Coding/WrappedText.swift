/// Property wrappers as text for people.
enum WrappedText {
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
