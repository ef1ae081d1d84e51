import Foundation

/// Whether the Foundation that runs is that of Swift 6.3 or later, with which this library agrees.
///
/// Tests leave out what the Foundation of Swift 6.2 does in another way. Docs/FoundationDifferences.md lists it,
/// and `FoundationVersionTests` holds the list. One difference stands for all, because another one would end
/// the process: since Swift 6.3, a dictionary does not decode duplicates that do not count.
let isFoundationOfSwift63 =
  (try? JSONDecoder().decode([String: Int].self, from: Data(#"{"a":1,"a":"x"}"#.utf8))) != nil
