/// How the values of a type are encoded, if not by their `encode(to:)`: here as text, in
/// ``EncodingHook`` with an encoder. Values are passed by their addresses, because code that is generic
/// over their type would look up metadata at every call.
@safe
package class TextHook: FiledByType, @unchecked Sendable {
  typealias Write = @Sendable (UnsafeRawPointer, UnsafeMutablePointer<TextOutput>) -> Bool

  // Not optional: to call a closure that is, the compiler puts it into an object, for each call.
  private let direct: Write
  /// Whether the hook writes text.
  final let isDirect: Bool
  /// How many arrays or objects nest in the text.
  let depth: Int

  init(_ type: ObjectIdentifier, depth: Int, isDirect: Bool, _ direct: @escaping Write) {
    self.depth = depth
    self.isDirect = isDirect
    unsafe self.direct = unsafe direct
    super.init(type)
  }

  /// Writes the value's text. If this returns `false`, the value has none, and the caller takes back
  /// what was written.
  @inline(__always)
  final func write<T>(_ value: UnsafePointer<T>, _ output: UnsafeMutablePointer<TextOutput>) -> Bool
  {
    // Invariant: the hook is filed under `T`.
    unsafe direct(UnsafeRawPointer(value), output)
  }
}

package typealias EncodingHooks = TypeTable<TextHook>
