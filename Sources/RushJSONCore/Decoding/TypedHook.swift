/// A way to decode the type `T`.
package final class TypedHook<T>: TypeHook, @unchecked Sendable {
  fileprivate let decode: @Sendable (ValueDecoder) throws -> T

  package init(_ decode: @escaping @Sendable (ValueDecoder) throws -> T) {
    self.decode = decode
    super.init(ObjectIdentifier(T.self))
  }
}

extension TypeHook {
  /// Decodes a value of the type that the hook is for.
  @inline(__always)
  final func value<T>(_ type: T.Type, from decoder: ValueDecoder) throws -> T {
    // Invariant: the hook was filed under the type that it was made for.
    try unsafe unsafeDowncast(self, to: TypedHook<T>.self).decode(decoder)
  }
}
