public import Foundation
public import RushJSONCore

extension RawJSON {
  /// Reads a tree from `data`.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text. Keeps none of them.
  public init(parsing data: Data, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    let result: Result<RawJSON, JSONSyntaxError> = unsafe data.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        return .success(try unsafe RawJSON(parsing: bytes, options: options))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Reads a tree from the file at `url`, which is mapped into memory if it is large.
  ///
  /// - Throws: A `CocoaError` if the file cannot be read, a `JSONSyntaxError` if it is not JSON.
  /// - Complexity: O(*n*) in the bytes of the file. Keeps none of them.
  public init(contentsOf url: URL, options: JSONReadingOptions = .strict) throws {
    try self.init(parsing: Data(contentsOf: url, options: .mappedIfSafe), options: options)
  }
}
