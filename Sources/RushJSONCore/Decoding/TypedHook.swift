/// A way to decode the type `T`.
package final class TypedHook<T>: TypeHook, @unchecked Sendable {
  fileprivate let decode: (ValueDecoder) throws -> T

  package init(_ decode: @escaping @Sendable (ValueDecoder) throws -> T) {
    self.decode = decode
    super.init(ObjectIdentifier(T.self))
  }

  /// A hook that stays on the thread of the session that has made it.
  static func ofOneSession(_ decode: @escaping (ValueDecoder) throws -> T) -> TypedHook {
    TypedHook(decode, ObjectIdentifier(T.self))
  }

  private init(_ decode: @escaping (ValueDecoder) throws -> T, _ type: ObjectIdentifier) {
    self.decode = decode
    super.init(type)
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
