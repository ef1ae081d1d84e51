public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONEventReader {
  /// Adds a copy of `chunk`.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public mutating func feed(_ chunk: Data) { feed([UInt8](chunk)[...]) }
}

extension PartialJSON {
  /// Adds `bytes`.
  ///
  /// - Throws: The first error in the text, as soon as it is certain; then the same error again.
  /// - Complexity: O(*n*) in the bytes.
  public mutating func feed(_ bytes: Data) throws(JSONStreamError) { try feed([UInt8](bytes)[...]) }
}
