extension Attack {
  private static let size =
    "A value takes a fixed amount of memory, however short its text; see the text below."

  /// The memory for the smallest values, in bytes for each byte of text.
  static func smallValues(
    document: Double, tree: Double, decoded: Double, elements: Double
  ) -> [String: Allowance] {
    [
      "document": Allowance(memory: document, reason: size),
      "tree": Allowance(memory: tree, reason: size),
      "partial value": Allowance(memory: tree, reason: size),
      "partial value, slow": Allowance(memory: tree, reason: size),
      "decoder": Allowance(cost: 15, memory: decoded, reason: size),
    ]
  }

  static let smallStrings = smallValues(document: 5, tree: 10, decoded: 20, elements: 4)
  static let members = smallValues(document: 6, tree: 16, decoded: 45, elements: 4)
}
