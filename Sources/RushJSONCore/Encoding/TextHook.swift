/// How the values of a type are encoded, if not by their `encode(to:)`: here as text, in
/// ``EncodingHook`` with an encoder. Values are passed by their addresses, because code that is generic
/// over their type would look up metadata at every call.
@safe
package class TextHook: FiledByType, @unchecked Sendable {
  typealias Write = @Sendable (UnsafeRawPointer, UnsafeMutablePointer<TextOutput>) -> Bool

  package let type: ObjectIdentifier
  private let direct: Write?
  /// How many arrays or objects nest in the text.
  let depth: Int

  init(_ type: ObjectIdentifier, depth: Int, _ direct: Write?) {
    self.type = type
    self.depth = depth
    unsafe self.direct = unsafe direct
  }

  @inline(__always)
  final var isDirect: Bool { unsafe direct != nil }

  /// Writes the value's text. If this returns `false`, the value has none, and the caller takes back
  /// what was written.
  @inline(__always)
  final func write<T>(_ value: UnsafePointer<T>, _ output: UnsafeMutablePointer<TextOutput>) -> Bool
  {
    // Invariant: the hook is filed under `T`.
    unsafe direct.unsafelyUnwrapped(UnsafeRawPointer(value), output)
  }
}

package typealias EncodingHooks = TypeTable<TextHook>
