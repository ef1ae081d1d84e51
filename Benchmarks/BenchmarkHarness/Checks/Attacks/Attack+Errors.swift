import RushJSON

extension Attack {
  /// Texts whose last byte is missing: the report of their error reads all of them once more.
  static let errors = [
    Attack(
      name: "an error at the end", summary: "the report of an error after a long text",
      cases: [
        report("after records") { OrdinaryText.array.text($0) },
        report("after a string", filled("[\"", "a", "\"]")),
        report("after a name", filled("{\"", "a", "\":1}")),
        report("after empty arrays", filled("[[]", ",[]", "]")),
        report("after lines", filled("[0", ",\r\n0", "]")),
        report("after single quotes", options: .json5, filled("[0", ",'a'", "]")),
        report("after comments", options: .json5, filled("[0", "/**/", "]")),
      ])
  ]

  /// The report of the end of a text. It is compared with the validation of ordinary text, with the
  /// options that accept the text.
  private static func report(
    _ name: String, options: JSONReadingOptions = .strict,
    _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> AttackCase {
    AttackCase(
      name,
      ordinary: { size in
        let text = OrdinaryText.array.text(size)
        return AttackInput(bytes: text.count) {
          try JSONDocument.validate(text, options: options)
          return 1
        }
      }
    ) { size in
      let text = Array(text(size).dropLast())
      let error = JSONSyntaxError(.unexpectedEnd, at: text.count)
      return AttackInput(bytes: text.count) { error.report(in: text).utf8.count }
    }
  }
}
