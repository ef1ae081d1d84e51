import RushJSON

extension GrowthRow {
  /// Values that arrive byte by byte, with a snapshot after each byte, kept or released.
  static let partialValues =
    [Keeping.last, .none].flatMap { keeping in
      [
        partial("numbers", 1000, keeping) { GrowthText.list($0) { "\($0 % 10)" } },
        partial("strings", 500, keeping) { GrowthText.list($0) { #""\#($0 % 10)""# } },
        partial("objects", 250, keeping) { GrowthText.list($0) { #"{"a":\#($0 % 10)}"# } },
        partial("members", 250, keeping) { Array(GrowthText.objectText($0).utf8) },
        partial("one-string", 1000, keeping, size: { _ in 1 }) {
          GrowthText.list($0, from: "[\"", separator: "", to: "\"]") { _ in "a" }
        },
        // The cost of a snapshot depends on the depth, so the depth is the same at each size.
        partial("deep", 250, keeping, size: { _ in 1 }) { count in
          let arrays = GrowthText.arrays(200)
          return arrays.prefix(200) + GrowthText.list(count) { "\($0 % 10)" } + arrays.suffix(200)
        },
      ]
    } + [
      partial("json5-comment", 8000, .last, size: { _ in 1 }, options: .json5, piece: 16) {
        bracketed(comment($0))
      },
      partial("json5-string", 4000, .last, size: { _ in 1 }, options: .json5, piece: 16) {
        bracketed(quotedString($0))
      },
      prose("prose-with-brackets", in: .max),
      prose("prose-with-brackets-in-pieces", in: 16),
    ]

  private enum Keeping: String {
    /// The last snapshot is alive when the next piece arrives, as in programs that show it.
    case last = "kept"
    case none = "let-go"
  }

  private static func prose(_ name: String, in size: Int) -> GrowthRow {
    reading(
      name, 500, in: size, expected: one,
      { GrowthText.list($0, from: "", separator: "", to: "[1]") { _ in "[x " } }
    ) { pieces in
      var partial = PartialJSON(.init(allowsProse: true))
      for piece in pieces { try partial.feed(piece) }
      return partial.snapshot()?.jsonArrayValue?.count ?? 0
    }
  }

  private static func partial(
    _ name: String, _ count: Int, _ keeping: Keeping,
    size: @escaping @Sendable (Int) -> Int = { $0 }, options: JSONReadingOptions = deep,
    piece: Int = 1, _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> GrowthRow {
    GrowthRow("partial-\(name)-\(keeping.rawValue)", count, expected: size) { count in
      let pieces = GrowthText.pieces(piece, of: text(count))
      return {
        var partial = PartialJSON(.init(reading: options))
        var last: RawJSON?
        for piece in pieces {
          if keeping == .none { last = nil }
          try partial.feed(piece)
          last = partial.snapshot()
        }
        return last?.jsonArrayValue?.count ?? last?.objectValue?.count ?? 0
      }
    }
  }
}
