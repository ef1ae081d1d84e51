/// A type that decoders know: one that can be read without `Codable`, or a collection.
///
/// Decoders look up this one conformance of each type before all others.
public protocol _KnownToDecoders {
  /// The hook for a collection of scalars that has one of its own.
  static var _scalarHook: AnyObject? { get }
}

extension _KnownToDecoders {
  public static var _scalarHook: AnyObject? { nil }
}
