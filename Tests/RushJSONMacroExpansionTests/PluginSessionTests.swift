import RushJSONCore
import Testing

@testable import RushJSONMacroExpansion

/// The talk with the compiler: messages in, replies out.
@Suite struct PluginSessionTests {
  private static func reply(_ message: RawJSON) throws -> RawJSON {
    try RawJSON(parsing: PluginSession.reply(to: message.jsonBytes()))
  }

  private static func expand(_ role: String, _ declaration: String, offset: Int = 0) throws
    -> RawJSON
  {
    try reply([
      "expandAttachedMacro": [
        "attributeSyntax": [
          "kind": "attribute", "source": "\n@JSONModel ",
          "location": [
            "fileID": "a/b.swift", "fileName": "b.swift", "offset": .number(JSONNumber(offset)),
          ],
        ],
        "declSyntax": [
          "kind": "declaration", "source": .string(declaration),
          "location": [
            "fileName": "b.swift", "offset": .number(JSONNumber(offset)), "line": 1, "column": 1,
          ],
        ],
        "conformanceListSyntax": ["source": "struct Placeholder: JSONReadable, JSONWritable {}"],
        "extendedTypeSyntax": ["kind": "type", "source": " Outer.S "],
        "lexicalContext": [["source": "struct Outer {}"], ["kind": "declaration"]],
        "macro": [
          "moduleName": "RushJSONMacroPlugin", "name": "JSONModel ", "typeName": "JSONModel",
        ],
        "macroRole": .string(role), "discriminator": "$s", "aMemberOfLaterCompilers": [1, 2],
      ]
    ])
  }

  @Test func theVersionIsTold() throws {
    let reply = try Self.reply(["getCapability": ["capability": ["protocolVersion": 99]]])
    #expect(reply == ["getCapabilityResult": ["capability": ["protocolVersion": 7]]])
    #expect(try Self.reply(["getCapability": [:]]) == reply)
  }

  @Test func attachedMacrosAreExpanded() throws {
    let reply = try Self.expand("extension", "@JSONModel struct S { var a: Int }")
    let result = try #require(reply["expandMacroResult"])
    let source = try #require(result["expandedSource"]?.stringValue)
    #expect(source.hasPrefix("nonisolated extension Outer.S: RushJSONCore.JSONReadable"))
    #expect(result["diagnostics"] == [])
  }

  @Test func diagnosticsHaveTheirPlaceInTheFile() throws {
    let reply = try Self.expand("extension", "\n@JSONModel struct S { let a = 1 }", offset: 100)
    let diagnostics = try #require(reply["expandMacroResult"]?["diagnostics"]?.arrayValue)
    #expect(diagnostics.count == 1)
    let place: RawJSON = ["fileName": "b.swift", "startOffset": 127, "endOffset": 128]
    let expected: RawJSON = [
      "message": "'a' is written but not read, because a 'let' with an initial value cannot change",
      "severity": "warning", "position": ["fileName": "b.swift", "offset": 127],
      "highlights": [place],
      "notes": [],
      "fixIts": [
        [
          "message": "make it a 'var', whose value is the default",
          "changes": [
            [
              "range": ["fileName": "b.swift", "startOffset": 123, "endOffset": 126],
              "newText": "var",
            ]
          ],
        ],
        [
          "message": "leave it out with '@Ignored'",
          "changes": [
            [
              "range": ["fileName": "b.swift", "startOffset": 123, "endOffset": 123],
              "newText": "@Ignored ",
            ]
          ],
        ],
      ],
    ]
    #expect(diagnostics[0] == expected)
  }

  @Test(arguments: [
    #"{"expandFreestandingMacro":{"macro":{"typeName":"JSONModel"}}}"#, #"{"fly":{}}"#, "{}", "[]",
    "1",
    #"{"expandAttachedMacro":{}}"#, #"{"expandAttachedMacro":[{"macro":1}]}"#,
    #"{"expandAttachedMacro":{"macro":{"typeName":"X"},"attributeSyntax":{"source":""},"declSyntax":{"source":""}}}"#,
  ])
  func otherMessagesGetAnError(message: String) throws {
    let reply = try RawJSON(parsing: PluginSession.reply(to: Array(message.utf8)))
    let result = try #require(reply["expandMacroResult"])
    #expect(result["expandedSource"] == .null)
    #expect(result["diagnostics"]?[0]?["severity"] == "error")
  }

  @Test func librariesAreNotLoaded() throws {
    let reply = try Self.reply(["loadPluginLibrary": ["libraryPath": "a", "moduleName": "b"]])
    #expect(reply["loadPluginLibraryResult"]?["loaded"] == false)
  }

  @Test func whatIsNotJSONIsAnError() {
    #expect(throws: MessageReader.Failure.self) { try PluginSession.reply(to: Array("{".utf8)) }
  }

  @Test func hugeSourcesAreExpanded() throws {
    let comment = String(repeating: "// \"é\" }\n", count: 20_000)
    let reply = try Self.expand("extension", "@JSONModel struct S {\n\(comment)var a: Int }")
    #expect(reply["expandMacroResult"]?["expandedSource"]?.stringValue?.contains("self.a") == true)
  }

  // MARK: - Frames

  /// A connection that gives at most `count` bytes at a time.
  private static func reader(_ bytes: [UInt8], inPiecesOf count: Int) -> FrameReader {
    var rest = bytes[...]
    return FrameReader { wanted in
      let piece = rest.prefix(min(wanted, count))
      rest = rest.dropFirst(piece.count)
      return Array(piece)
    }
  }

  private static let messages = [Array("{}".utf8), Array(repeating: 32, count: 70_000), [1]]

  @Test(arguments: [1, 3, 8, 9, 4096, .max])
  func framesAreReadFromPieces(count: Int) throws {
    let reader = Self.reader(Self.messages.flatMap(FrameReader.frame), inPiecesOf: count)
    for message in Self.messages { #expect(try reader.next() == message) }
    #expect(try reader.next() == nil)
  }

  @Test func anEmptyMessageIsTheLast() throws {
    let reader = Self.reader(FrameReader.frame([]) + [1, 2, 3], inPiecesOf: .max)
    #expect(try reader.next() == nil)
  }

  @Test func framesHaveTheirLengthInFront() {
    #expect(FrameReader.frame([7, 8]) == [2, 0, 0, 0, 0, 0, 0, 0, 7, 8])
    #expect(
      FrameReader.frame(Array(repeating: 1, count: 258)).prefix(8) == [2, 1, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [1, 7, 9, 11])
  func aCutFrameIsAnError(count: Int) {
    let bytes = FrameReader.frame([1, 2, 3, 4]).prefix(count)
    #expect(throws: FrameReader.Failure.cutOff) {
      try Self.reader(Array(bytes), inPiecesOf: 2).next()
    }
  }

  @Test func aLengthBeyondReasonIsAnError() {
    let bytes = Array(repeating: UInt8(0xFF), count: 16)
    #expect(throws: FrameReader.Failure.tooLong) { try Self.reader(bytes, inPiecesOf: .max).next() }
  }
}
