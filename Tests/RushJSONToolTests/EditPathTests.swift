import Foundation
import Testing

@testable import RushJSONTool

/// Paths of `rushjson edit` and `diff` that lead nowhere, to another kind of value, or to the whole text.
@Suite struct EditPathTests {
  /// Edits that change nothing, because an element or what holds it is missing.
  @Test(arguments: [
    (["--missing", "ok", "--remove", ".tags[-1]"], "{}"),
    (["--missing", "ok", "--remove", ".tags[-1]"], #"{"tags":[]}"#),
    (["--missing", "ok", "--set", ".a[-2]", "1"], #"{"a":[1]}"#),
    (["--missing", "ok", "--move", ".[0]", ".[-3]"], "[1,2]"),
    (["--remove", ".[-3]?"], "[1,2]"), (["--set", ".[-3]?.a", "1"], "[1,2]"),
    (["--missing", "ok", "--append", ".[].a[-1]", "1"], #"[{},{"a":[]}]"#),
  ])
  func missingElementsFromTheEndArePassedOver(_ edit: [String], _ text: String) throws {
    let run = try ToolRun(["edit", "-"] + edit, input: text)
    #expect(run.code == 0 && run.output == text && run.errors.isEmpty, "\(edit): \(run.errors)")
  }

  @Test func missingElementsFromTheEndLeaveTheOthers() throws {
    let text = #"[{"t":[1,2]},{},{"t":[]}]"#
    for options in [[], ["--missing", "ok"]] {
      let run = try ToolRun(["edit", "-", "--remove", ".[].t[-1]"] + options, input: text)
      #expect(run.output == #"[{"t":[1]},{},{"t":[]}]"#, "\(run.errors)")
    }
  }

  @Test(arguments: [
    (["--missing", "ok", "--remove", ".v.x[-1]"], #"{"v":1}"#, "expected an object"),
    (["--missing", "ok", "--remove", ".v[-1]"], #"{"v":1}"#, "the value at /v is not one"),
    (["--remove", ".tags[-1]"], "{}", #"no member is named "tags""#),
    (["--set", ".a[-2]", "1"], #"{"a":[1]}"#, "before the first of 1 elements"),
    // A step without `?` before one that has it.
    (["--set", ".a.b?", "5"], #""x""#, "expected an object, found a string"),
    (["--set", ".a.b.c?", "5"], #"{"a":"x"}"#, "found a string at /a"),
    (["--insert", "/a", "2"], #"{"a":1}"#, "expected an array, found an object"),
    (["--insert", ".n.b", "2"], #"{"n":{}}"#, "expected an array, found an object at /n"),
    (["--create", "--insert", "/a", "2"], "", "expected an array, found null"),
    (["--set", ".a", "2"], " \n", "the text is empty; --create begins a value"),
    (["--insert", "/-", "2"], "{}", "expected an array, found an object"),
    (["--set", ".[1]", "2"], "", "the text is empty"),
  ])
  func editsThatDoNotApplySaySo(_ edit: [String], _ text: String, _ message: String) throws {
    let run = try ToolRun(["edit", "-"] + edit, input: text)
    #expect(run.code == 1 && run.output.isEmpty, "\(edit): \(run.output)")
    #expect(run.errors.contains("the edit does not apply") && run.errors.contains(message))
    #expect(run.errors.count { $0 == "\n" } == 1, "\(run.errors)")
  }

  @Test(arguments: [
    (["--create", "--set", ".[0]", "1"], "", "[1]"),
    (["--create", "--insert", ".[0]", "1"], "", "[1]"),
    (["--create", "--insert", "/-", "1"], "", "[1]"),
    (["--create", "--set", ".a", "1"], "", #"{"a":1}"#),
    (["--create", "--set", ".[0]", "1", "--set", ".[1]", "2"], "", "[1,2]"),
    (["--insert", "/2", "3"], "[1,2]", "[1,2,3]"),
    (["--set", ".[].a[].b", "5"], #"[3,{"a":[{}]}]"#, #"[3,{"a":[{"b":5}]}]"#),
    (["--set", ".a.b?", "5"], "{}", "{}"), (["--set", ".a?.b", "5"], #""x""#, #""x""#),
  ])
  func editsOfElements(_ edit: [String], _ text: String, _ result: String) throws {
    let run = try ToolRun(["edit", "-"] + edit, input: text)
    #expect(run.code == 0 && run.errors.isEmpty, "\(edit): \(run.errors)")
    #expect(run.output.filter { !$0.isWhitespace } == result, "\(edit)")
  }

  /// Wrong usage, whatever the file is.
  @Test(arguments: [
    (["--remove", ""], "--remove needs a path into the text, not ''"),
    (["--remove", "."], "--remove needs a path into the text, not '.'"),
    (["--insert", ".", "1"], "--insert needs a path into the text, not '.'"),
    (["--set", ".l[1:]", "9"], "--set cannot take '.l[1:]': a slice is not one value"),
    (["--remove", ".[:2]?"], "--remove cannot take '.[:2]?': a slice is not one value"),
    (["--move", ".a", ".l[1:]"], "--move cannot take '.l[1:]': a slice is not one value"),
  ])
  func pathsThatNoFileFits(_ edit: [String], _ message: String) throws {
    let run = try ToolRun(["edit", "%a", "%b"] + edit, files: ["a": [], "b": [0x5b, 0x5d]])
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1, "\(run.errors)")
  }

  /// Only names of files may have bytes that are not UTF-8.
  @Test func argumentsThatAreNotUTF8AreRefused() throws {
    let bad = FileName.text(of: Array("caf".utf8) + [0xe9])
    for arguments in [
      ["edit", "-", "--set", ".a", bad], ["edit", "-", "--set", "/" + bad, "1"],
      ["edit", "-", "--rename", ".a", bad], ["edit", "-", "--remove", ".a", "--if", "/a=" + bad],
      ["lines", "--where", "/a=" + bad], ["select", "/" + bad], ["select", "-e", "/" + bad],
      ["diff", "--ignore", "/" + bad, "a", "b"],
    ] {
      let run = try ToolRun(arguments, input: #"{"a":1}"#)
      #expect(run.code == 2 && run.output.isEmpty, "\(arguments): \(run.output)")
      #expect(run.errors.contains("needs UTF-8") && run.errors.contains(#"caf\xE9"#))
      #expect(run.errors.count { $0 == "\n" } == 1, "\(run.errors)")
    }
    // The scalars that stand for bytes are texts as well.
    let text = "\u{10ffe9}"
    let argument = FileName.text(of: Array(text.utf8))
    let run = try ToolRun(["edit", "-", "--set", ".a", argument], input: #"{"a":1}"#)
    #expect(run.output == #"{"a":"\#(text)"}"#, "\(run.errors)")
  }

  // MARK: - Differences

  @Test(arguments: ignored.map { ("--ignore", $0) } + unordered.map { ("--unordered", $0) })
  func pathsOfDifferencesKeepTheirKinds(
    _ option: String, _ row: (path: String, old: String, new: String, isEqual: Bool)
  ) throws {
    let files = ["old": Array(row.old.utf8), "new": Array(row.new.utf8)]
    let run = try ToolRun(["diff", "--quiet", option, row.path, "%old", "%new"], files: files)
    #expect(run.code == (row.isEqual ? 0 : 1), "\(row.path): \(run.errors)")
  }

  private typealias Row = (path: String, old: String, new: String, isEqual: Bool)
  private static let ignored: [Row] = [
    (".[0]", #"{"0":1}"#, #"{"0":2}"#, false), (".[0]", "[1]", "[2]", true),
    (#".["0"]"#, #"{"0":1}"#, #"{"0":2}"#, true), (#".["0"]"#, "[1]", "[2]", false),
    ("/0", #"{"0":1}"#, #"{"0":2}"#, true), ("/0", "[1]", "[2]", true),
    (#"."*""#, #"{"a":1}"#, #"{"a":2}"#, false), (#"."*""#, #"{"*":1}"#, #"{"*":2}"#, true),
    (".[]", #"{"a":1}"#, #"{"a":2}"#, true), ("/*", "[1]", "[2]", true),
  ]
  private static let unordered: [Row] = [
    (#"."*""#, #"{"a":[1,2]}"#, #"{"a":[2,1]}"#, false),
    (#"."*""#, #"{"*":[1,2]}"#, #"{"*":[2,1]}"#, true),
    (".[0]", #"{"0":[1,2]}"#, #"{"0":[2,1]}"#, false), (".[0]", "[[1,2]]", "[[2,1]]", true),
    (#".["0"]"#, "[[1,2]]", "[[2,1]]", false), ("/*", "[[1,2]]", "[[2,1]]", true),
  ]

  @Test func namesInDifferencesHaveNoControls() throws {
    let name = #"a\n\u001b[31m\u202eb\u0085"#
    let files = ["old": Array("{}".utf8), "new": Array(#"{"\#(name)":"\u202e"}"#.utf8)]
    let list = try ToolRun(["diff", "--list", "%old", "%new"], files: files)
    #expect(list.output == #"+ /\#(name): "\u202e""# + "\n")
    let text = try ToolRun(["diff", "--text", "%old", "%new"], files: files)
    #expect(text.output == #"+ /\#(name): "# + "\"\u{202e}\"\n")
    let moved = try ToolRun(
      ["diff", "--list", "%old", "-"], input: #"{"\n":[2,1]}"#,
      files: ["old": Array(#"{"\n":[1,2]}"#.utf8)])
    #expect(moved.output.hasPrefix(#"> /\n/"#) && moved.output.count { $0 == "\n" } == 1)
  }

  /// A byte order mark is no difference, and an error about a VALUE names no option of the library.
  @Test func marksAndValues() throws {
    let marked: [UInt8] = [0xef, 0xbb, 0xbf] + Array(#"{"größe":1}"#.utf8)
    let files = ["a": marked, "b": Array(#"{"größe":1}"#.utf8)]
    let diff = try ToolRun(["diff", "--list", "%a", "%b"], files: files)
    #expect(diff.code == 0 && diff.output.isEmpty && diff.errors.isEmpty, "\(diff.errors)")
    let model = try ToolRun(["model", "%a"], files: files)
    #expect(model.output.contains("var größe: Int"), "\(model.output)\(model.errors)")
    let edit = try ToolRun(["edit", "-", "--set", ".a", "[1,]"], input: "{}")
    #expect(edit.code == 2 && !edit.errors.contains("accepted with"), "\(edit.errors)")
  }
}
