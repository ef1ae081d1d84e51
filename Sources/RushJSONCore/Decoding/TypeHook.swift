/// A way to decode a type other than by its `init(from:)`; always a `TypedHook`.
package class TypeHook: FiledByType, @unchecked Sendable {}

/// From types to the ways to decode them.
package typealias TypeHooks = TypeTable<TypeHook>
