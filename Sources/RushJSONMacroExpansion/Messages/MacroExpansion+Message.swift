extension MacroExpansion {
  /// The content of `expandMacroResult`.
  var json: MessageJSON {
    [
      "expandedSource": .string(source),
      "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}

extension MacroExpansion.Diagnostic {
  var json: MessageJSON {
    [
      "message": .string(message),
      "severity": isError ? "error" : "warning",
      "position": ["fileName": .string(fileName), "offset": number(range.lowerBound)],
      "highlights": [place(range)],
      "notes": [],
      "fixIts": .array(fixIts.map(edits)),
    ]
  }

  private func edits(_ fixIt: FixIt) -> MessageJSON {
    let changes = fixIt.changes.map { change -> MessageJSON in
      ["range": place(change.range), "newText": .string(change.newText)]
    }
    return ["message": .string(fixIt.message), "changes": .array(changes)]
  }

  private func place(_ range: Range<Int>) -> MessageJSON {
    [
      "fileName": .string(fileName), "startOffset": number(range.lowerBound),
      "endOffset": number(range.upperBound),
    ]
  }

  private func number(_ value: Int) -> MessageJSON { .integer(value) }
}
