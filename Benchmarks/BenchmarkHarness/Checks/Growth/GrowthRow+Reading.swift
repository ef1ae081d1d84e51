import RushJSON

extension GrowthRow {
  /// Documents, trees, and look-ups in them.
  static let reading = [
    GrowthRow("document", 2000) { count in
      let text = records(count)
      return { try JSONDocument(parsing: text).root.count }
    },
    GrowthRow("tree", 1000) { count in
      let text = records(count)
      return { try RawJSON(parsing: text).jsonArrayValue?.count ?? 0 }
    },
    GrowthRow("deep-document", 10_000) { count in
      let text = GrowthText.arrays(count)
      return { try JSONDocument(parsing: text, options: deep).recordCount }
    },
    GrowthRow("deep-tree", 5000, expected: { _ in 1 }) { count in
      let text = GrowthText.arrays(count)
      return { try RawJSON(parsing: text, options: deep).jsonArrayValue?.count ?? 0 }
    },
    GrowthRow("document-walk", 2000, expected: { 3 * $0 }) { count in
      let document = try JSONDocument(parsing: records(count))
      return {
        var cursor = document.cursor()
        var names = 0
        while cursor.advance() { if cursor.isName { names += 1 } }
        return names
      }
    },
    GrowthRow("document-names", 1000) { count in
      let document = try JSONDocument(parsing: GrowthText.objectText(count))
      let names = (0..<count).map { "m\($0)" }
      return { names.reduce(0) { $0 + (document.root[$1] == nil ? 0 : 1) } }
    },
    GrowthRow("document-many-indexes", 250) { count in
      let text = GrowthText.list(count) { _ in GrowthText.objectText(33) }
      let document = try JSONDocument(parsing: text)
      return {
        var found = 0
        for object in try document.root.elements() where object["m20"] != nil { found += 1 }
        return found
      }
    },
    GrowthRow("tree-names", 1000) { count in
      let tree = try RawJSON(parsing: GrowthText.objectText(count))
      let names = (0..<count).map { "m\($0)" }
      return { names.reduce(0) { $0 + (tree[$1] == nil ? 0 : 1) } }
    },
    GrowthRow("duplicate-names", 1000, expected: { _ in 1 }) { count in
      let text = GrowthText.object(count) { _ in #""a":1"# }
      return { try RawJSON(parsing: text).objectValue?.count ?? 0 }
    },
    GrowthRow("refused-duplicates", 500) { count in
      let text = Array(GrowthText.objectText(count).utf8)
      let options = JSONReadingOptions(duplicateNames: .refused)
      return { try JSONDocument(parsing: text, options: options).root.count }
    },
    GrowthRow("report-at-end", 2000) { count in
      // The index in the path is that of the last record.
      let text = Array(records(count).dropLast())
      let error = JSONSyntaxError(.unexpectedEnd, at: text.count)
      return {
        blackHole(error.report(in: text))
        return (error.pointer(in: text).tokens.first.flatMap { Int($0) } ?? 0) + 1
      }
    },
    GrowthRow("long-number", 20_000) { count in
      let options = JSONReadingOptions.changed { $0.maximumNumberLength = .max }
      let text =
        String(repeating: "3", count: count / 2) + "."
        + String(repeating: "3", count: count / 2 - 1)
      return {
        let root = try JSONDocument(parsing: text, options: options).root
        let number = try root.number()
        blackHole(number == (try RawJSON(parsing: text, options: options).jsonNumberValue))
        blackHole(number.hashValue)
        blackHole(number.int)
        blackHole(number.nearestDouble)
        return try root.jsonBytes(.pretty).isEmpty ? 0 : number.text.utf8.count
      }
    },
    GrowthRow("failing-reads", 1000) { count in
      let document = try JSONDocument(parsing: GrowthText.list(count) { #""a\#($0)""# })
      return {
        var failures = 0
        for element in try document.root.elements() {
          do throws(JSONValueError) { blackHole(try element.int()) } catch { failures += 1 }
        }
        return failures
      }
    },
    GrowthRow("syntax-errors", 4000, expected: { 2 * $0 }) { count in
      let text = Array(GrowthText.list(count) { _ in "1" }.dropLast())
      return {
        do throws(JSONSyntaxError) {
          try JSONDocument.validate(text)
          return 0
        } catch {
          return error.offset
        }
      }
    },
    GrowthRow("comments", 1000) { count in
      let text = GrowthText.list(count) { "/* \($0) */ '\($0)' // and more\n" }
      return { try JSONDocument(parsing: text, options: .json5).root.count }
    },
  ]

  static let deep = JSONReadingOptions.changed { $0.maximumDepth = 1 << 24 }

  static func records(_ count: Int) -> [UInt8] {
    GrowthText.list(count) { #"{"id":\#($0),"name":"number \#($0)","at":[48.1,11.5]}"# }
  }
}

extension JSONReadingOptions {
  /// Strict reading, but for what `change` does.
  static func changed(_ change: (inout JSONReadingOptions) -> Void) -> JSONReadingOptions {
    var options = JSONReadingOptions.strict
    change(&options)
    return options
  }
}
