// Types that are decoded otherwise than by their `init(from:)`, found by their identity.

/// A way to decode a type.
///
/// What is decoded goes to memory for a value of the type: code that is generic over the type would
/// have to look up the metadata of anything that is generic over it, a hook too, at every call.
@safe
package class TypeHook: FiledByType, @unchecked Sendable {
  package let type: ObjectIdentifier
  private let decode: @Sendable (ValueDecoder, UnsafeMutableRawPointer) throws -> Void

  fileprivate init(
    _ type: ObjectIdentifier,
    _ decode: @escaping @Sendable (ValueDecoder, UnsafeMutableRawPointer) throws -> Void
  ) {
    self.type = type
    unsafe self.decode = decode
  }

  /// Decodes a value of the type that the hook is for.
  @inline(__always)
  func value<T>(_ type: T.Type, from decoder: ValueDecoder) throws -> T {
    try unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
      // Invariant: there is room for one value, which the hook has initialised if it returns.
      let memory = unsafe buffer.baseAddress.unsafelyUnwrapped
      try unsafe decode(decoder, UnsafeMutableRawPointer(memory))
      return unsafe memory.move()
    }
  }
}

/// A way to decode the type `T`.
package final class TypedHook<T>: TypeHook, @unchecked Sendable {
  package init(_ decode: @escaping @Sendable (ValueDecoder) throws -> T) {
    unsafe super.init(ObjectIdentifier(T.self)) { decoder, memory in
      // Invariant: the memory is for one `T`, under which type the hook is filed.
      unsafe memory.initializeMemory(as: T.self, to: try decode(decoder))
    }
  }
}

/// From types to the ways to decode them.
package typealias TypeHooks = TypeTable<TypeHook>
