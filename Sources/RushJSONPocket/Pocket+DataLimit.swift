extension Pocket {
  /// How long the data of a pocket may be as JSON.
  ///
  /// The guide limits it to "2000 chars (length)" and says no more. The server is a program in
  /// JavaScript, whose `length` counts UTF-16 units, and no other count of characters is larger; so what
  /// is within this limit is within every reading of it but one of bytes.
  public struct DataLimit: Sendable, Hashable {
    /// The greatest length of the compact text.
    public var count: Int
    /// What the length is counted in.
    public var unit: JSONWritingOptions.LengthUnit

    /// 2000 units of UTF-16.
    public static let standard = Pocket.DataLimit(count: 2000, unit: .utf16)

    /// Creates a limit.
    public init(count: Int, unit: JSONWritingOptions.LengthUnit) {
      self.count = count
      self.unit = unit
    }

    /// Throws if `data` is longer, or is not JSON.
    ///
    /// - Throws: ``PocketError/sizeLimitExceeded(limit:actual:)``;
    ///   ``PocketError/notWritable(_:)`` if the data have no text, because a number in them is NaN.
    /// - Complexity: O(*n*) in the bytes of the text, which is not held.
    public func check(_ data: JSONObject) throws(PocketError) {
      let length: Int
      do throws(JSONWritingError) {
        length = try RawJSON.dictionary(data).jsonLength(in: unit)
      } catch {
        throw .notWritable(error)
      }
      if length > count { throw .sizeLimitExceeded(limit: count, actual: length) }
    }
  }
}

extension Pocket {
  /// How long the data are as JSON.
  ///
  /// - Throws: ``PocketError/notWritable(_:)`` if they have no text, because a number in them is NaN.
  /// - Complexity: O(*n*) in the bytes of the text, which is not held.
  public func dataLength(in unit: JSONWritingOptions.LengthUnit = .utf16) throws(PocketError) -> Int
  {
    do throws(JSONWritingError) {
      return try RawJSON.dictionary(data).jsonLength(in: unit)
    } catch {
      throw .notWritable(error)
    }
  }
}
