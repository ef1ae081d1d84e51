public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONEventReader {
  /// Goes on with a copy of `chunk`.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public mutating func feed(_ chunk: Data) { feed([UInt8](chunk)[...]) }
}

extension PartialJSON {
  /// Goes on with `bytes`.
  ///
  /// - Throws: What is wrong with the text, as soon as it can be seen; then the same again.
  /// - Complexity: O(*n*) in the bytes, plus the arrays and objects that are open.
  public mutating func feed(_ bytes: Data) throws(JSONStreamError) { try feed([UInt8](bytes)[...]) }
}
