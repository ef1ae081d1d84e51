import RushJSONCore

extension MacroExpansion {
  /// The content of `expandMacroResult`.
  var rawJSON: RawJSON {
    [
      "expandedSource": .string(source),
      "diagnostics": .array(JSONArray(diagnostics.map(\.rawJSON))),
    ]
  }
}

extension MacroExpansion.Diagnostic {
  fileprivate var rawJSON: RawJSON {
    [
      "message": .string(message),
      "severity": isError ? "error" : "warning",
      "position": ["fileName": .string(fileName), "offset": number(range.lowerBound)],
      "highlights": [place(range)],
      "notes": [],
      "fixIts": .array(JSONArray(fixIts.map(rawJSON))),
    ]
  }

  private func rawJSON(_ fixIt: FixIt) -> RawJSON {
    let changes = fixIt.changes.map { change -> RawJSON in
      ["range": place(change.range), "newText": .string(change.newText)]
    }
    return ["message": .string(fixIt.message), "changes": .array(JSONArray(changes))]
  }

  private func place(_ range: Range<Int>) -> RawJSON {
    [
      "fileName": .string(fileName), "startOffset": number(range.lowerBound),
      "endOffset": number(range.upperBound),
    ]
  }

  private func number(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }
}
