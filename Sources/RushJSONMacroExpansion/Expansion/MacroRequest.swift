/// A piece of source that the compiler sends, and where it comes from.
package struct SentSource: Sendable {
  package var text: String
  package var fileName: String
  /// Where the text begins, as an offset in UTF-8 bytes into its file.
  package var offset: Int
  /// The line where the text begins, counted from one; 0 if it is not known.
  package var line: Int

  package init(text: String, fileName: String = "", offset: Int = 0, line: Int = 0) {
    self.text = text
    self.fileName = fileName
    self.offset = offset
    self.line = line
  }
}

/// An attribute of this package on a declaration, which the compiler wants expanded for one role.
package struct MacroRequest: Sendable {
  /// The name of the macro: `JSONModel`, `Name`, ….
  package var macro: String
  /// `member`, `extension` or `peer`.
  package var role: String
  package var attribute: SentSource
  package var declaration: SentSource
  /// The full name of the type that is extended.
  package var extendedType: String?
  /// The protocols that the type does not conform to yet.
  package var conformances: String?
  /// The declarations around this one, the innermost first.
  package var context: [String]

  package init(
    macro: String, role: String, attribute: SentSource, declaration: SentSource,
    extendedType: String? = nil, conformances: String? = nil, context: [String] = []
  ) {
    self.macro = macro
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    self.extendedType = extendedType
    self.conformances = conformances
    self.context = context
  }
}

/// The answer to a ``MacroRequest``.
package struct MacroExpansion: Sendable, Equatable {
  package struct Diagnostic: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
      package var range: Range<Int>
      package var newText: String
    }

    package var isError: Bool
    package var message: String
    package var fileName: String
    /// Offsets in UTF-8 bytes into the file.
    package var range: Range<Int>
    package var fixIts: [FixIt]

    package struct FixIt: Sendable, Equatable {
      package var message: String
      package var changes: [Change]
    }
  }

  package var source = ""
  package var diagnostics: [Diagnostic] = []
}

extension MacroExpansion {
  /// Adds problems of a source, with offsets into its file.
  mutating func report(_ problems: [Problem], in source: SentSource) {
    func inFile(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + source.offset..<range.upperBound + source.offset
    }
    diagnostics += problems.map { problem in
      Diagnostic(
        isError: problem.severity == .error, message: problem.message, fileName: source.fileName,
        range: inFile(problem.range),
        fixIts: problem.fixIts.map { fixIt in
          Diagnostic.FixIt(
            message: fixIt.message,
            changes: fixIt.edits.map {
              Diagnostic.Change(range: inFile($0.range), newText: $0.text)
            })
        })
    }
  }
}
