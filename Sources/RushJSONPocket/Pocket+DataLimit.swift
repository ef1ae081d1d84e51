extension Pocket {
  /// The maximum length of a pocket's data as JSON.
  ///
  /// The guide says only "2000 chars (length)". The server is a JavaScript program, whose `length` counts
  /// UTF-16 units; no count but that of bytes is larger.
  public struct DataLimit: Sendable, Hashable {
    /// The maximum length of the compact text.
    public var count: Int
    /// The unit of the length.
    public var unit: JSONWritingOptions.LengthUnit

    /// 2000 units of UTF-16.
    public static let standard = Pocket.DataLimit(count: 2000, unit: .utf16)

    /// Creates a limit.
    public init(count: Int, unit: JSONWritingOptions.LengthUnit) {
      self.count = count
      self.unit = unit
    }

    /// Checks that `data` is JSON and within the limit.
    /// - Throws: ``Pocket/Failure/sizeLimitExceeded(limit:actual:)``;
    ///   ``Pocket/Failure/notWritable(_:)`` if the data have no JSON text, because a number is NaN.
    /// - Complexity: O(*n*) in the bytes of the text, which is not kept.
    public func check(_ data: RawJSON.Object) throws(Pocket.Failure) {
      let length = try Pocket(data: data).dataLength(in: unit)
      if length > count { throw .sizeLimitExceeded(limit: count, actual: length) }
    }
  }
}

extension Pocket {
  /// The length of the data as JSON.
  /// - Throws: ``Pocket/Failure/notWritable(_:)`` if the data have no JSON text, because a number is NaN.
  /// - Complexity: O(*n*) in the bytes of the text, which is not kept.
  public func dataLength(in unit: JSONWritingOptions.LengthUnit = .utf16) throws(Pocket.Failure)
    -> Int
  {
    do throws(JSONWritingError) {
      return try RawJSON.dictionary(data).jsonLength(in: unit)
    } catch {
      throw .notWritable(error)
    }
  }
}
