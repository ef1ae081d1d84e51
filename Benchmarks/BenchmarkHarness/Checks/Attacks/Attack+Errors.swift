import RushJSON

extension Attack {
  /// Texts whose last byte is missing: the report of their error reads all of them once more.
  static let errors = [
    Attack(
      name: "an error at the end", summary: "the report of an error after a long text",
      cases: [
        report("after records") { OrdinaryText.array.text($0) },
        report("after a string") { filled($0, from: "[\"", [0x61], to: "\"]") },
        report("after a name") { filled($0, from: "{\"", [0x61], to: "\":1}") },
        report("after empty arrays") {
          filled($0, from: "[[]", Array(",[]".utf8), to: "]")
        },
        report("after lines") { filled($0, from: "[0", Array(",\r\n0".utf8), to: "]") },
        report("after single quotes", options: .json5) {
          filled($0, from: "[0", Array(",'a'".utf8), to: "]")
        },
        report("after comments", options: .json5) {
          filled($0, from: "[0", Array("/**/".utf8), to: "]")
        },
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
          try JSONTokenizer.validate(text, options: options)
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
