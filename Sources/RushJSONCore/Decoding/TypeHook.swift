/// A way to decode a type other than by its `init(from:)`; always a `TypedHook`.
package class TypeHook: FiledByType, @unchecked Sendable {
  package let type: ObjectIdentifier

  init(_ type: ObjectIdentifier) { self.type = type }
}

/// From types to the ways to decode them.
package typealias TypeHooks = TypeTable<TypeHook>
