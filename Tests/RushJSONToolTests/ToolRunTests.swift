import CommandLineTools
import Foundation
import Testing

@testable import RushJSONTool

/// Arguments and input → output and exit code.
@Suite struct ToolRunTests {
  struct Row: Sendable {
    var arguments: [String]
    var input = ""
    var output = ""
    var code: Int32 = 0
    /// What standard error must contain; empty if it must be empty.
    var errors = ""
  }

  static let files: [String: [UInt8]] = [
    "tail.json": Array(#"{"c":[]} x"#.utf8),
    "a.json": Array(#"{"b":[1,2.50,"é"],"a":{"x":null}}"#.utf8),
    "b.json": Array(#"{"a":{"x":null},"b":[1,3]}"#.utf8), "empty": [],
    "bad": Array("[1,\n2 3]".utf8),
    // Longer than two pieces of a file, and damaged where blocks are skipped.
    "deep": Array(
      (#"{"items":[""# + String(repeating: "é", count: 300_000) + #"",{"a":{},"b":[nxll]}]}"#).utf8),
    "latin": Array("[\"".utf8) + [0xe9] + Array("\"]".utf8),
    "patch": Array(
      #"[{"op":"replace","path":"/b","value":0},{"op":"test","path":"/a/x","value":null}]"#.utf8),
    "failing": Array(#"[{"op":"test","path":"/b","value":7}]"#.utf8),
    "merge": Array(#"{"a":null,"c":1}"#.utf8), "list": Array("[1,2]".utf8),
    "four": Array("[[1],[2],[3],[4]]".utf8),
    "ids": Array(#"{"i":[{"m":{"id":1},"u":1},{"m":{"id":2}}]}"#.utf8),
    "lists": Array("[[1],[2],[3],[4],[5],[6]]".utf8),
    "lines": Array("{\"n\":1,\"s\":\"x\"}\n{\"n\":2}\n\n{\"n\":30,\"s\":\"y z\"}\n".utf8),
    "torn": Array("{\"n\":1}\n{\"n\":\n{\"n\":3}".utf8),
  ]

  static let texts: [Row] = [
    Row(arguments: ["validate", "%a.json", "%b.json"]), Row(arguments: ["validate"], input: " 1 "),
    Row(
      arguments: ["validate", "%bad", "%a.json"], code: 1,
      errors:
        "rushjson: %bad:2:3: expected ',' or ']' after an array element, found '3' (byte 6, in /1)\n2 3]\n"
        + "  ^\n"
    ),
    Row(
      arguments: ["validate", "%deep"], code: 1,
      errors: "(byte 600026, in /items/1/b/0)"),
    Row(arguments: ["validate", "--quiet", "%bad"], code: 1),
    Row(arguments: ["validate", "%empty"], code: 1, errors: "the text is empty"),
    Row(arguments: ["validate", "%latin"], code: 1, errors: "invalid UTF-8"),
    Row(
      arguments: ["validate"], input: "{'a':1,}", code: 1,
      errors: "standard input:1:2: expected a name"),
    Row(arguments: ["validate", "--json5"], input: "{'a':1,}"),
    Row(arguments: ["validate", "%no"], code: 2, errors: "cannot read %no: No such file"),
    Row(arguments: ["validate", "%"], code: 2, errors: "cannot read %: Is a directory"),
    Row(arguments: ["validate", "--quiet", "%bad", "%no"], code: 2, errors: "No such file"),

    Row(
      arguments: ["format", "%a.json"],
      output:
        "{\n  \"b\": [\n    1,\n    2.50,\n    \"é\"\n  ],\n  \"a\": {\n    \"x\": null\n  }\n}\n"),
    Row(
      arguments: ["lines"], input: "\u{feff}{\"a\":1}\n{\"a\":2}", output: "{\"a\":1}\n{\"a\":2}\n"),
    Row(
      arguments: ["lines", "--from-array", "."], input: "\u{feff}[1,2]", output: "1\n2\n"),
    Row(
      arguments: ["edit", "--set", ".[]", "5", "-"], input: "7", code: 1,
      errors: "needs an array or an object, but the value at the root is neither"),
    // As in select, what a step with `?` does not fit is passed over.
    Row(
      arguments: ["edit", "--set", ".[].a?", "5", "-"], input: #"[{"a":1}, 3, [{}], {"b":2}]"#,
      output: #"[{"a":5}, 3, [{}], {"b":2,"a":5}]"#),
    Row(arguments: ["edit", "--set", ".[]?", "5", "-"], input: "7", output: "7"),
    Row(arguments: ["edit", "--remove", ".a[]?.b", "-"], input: #"{"a":3}"#, output: #"{"a":3}"#),
    Row(arguments: ["edit", "--set", ".a?.b", "1", "-"], input: "{}", output: "{}"),
    Row(
      arguments: ["edit", "--set", ".[].a?.b", "1", "-"], input: #"[{"a":{}},{"c":2},3]"#,
      output: #"[{"a":{"b":1}},{"c":2},3]"#),
    Row(
      arguments: ["edit", "--set", ".a[0]?", "1", "-"], input: #"{"a":{}}"#, output: #"{"a":{}}"#),
    Row(arguments: ["edit", "--remove", ".a?.b?", "-"], input: "[1]", output: "[1]"),
    Row(
      arguments: ["edit", "--rename", ".[].a?", "b", "-"], input: #"[1,{"a":2}]"#,
      output: #"[1,{"b":2}]"#),
    Row(
      arguments: ["edit", "--set", ".[].a", "5", "-"], input: "[3]", code: 1,
      errors: "the edit does not apply"),
    Row(arguments: ["format", "--compact", "-"], input: "[ 1 , 1e2 ]", output: "[1,1e2]\n"),
    Row(arguments: ["format", "--indent=1"], input: "[1]", output: "[\n 1\n]\n"),
    Row(arguments: ["format", "--indent", "tab"], input: "[1]", output: "[\n\t1\n]\n"),
    Row(
      arguments: ["format", "--sorted", "--compact", "%a.json"],
      output: "{\"a\":{\"x\":null},\"b\":[1,2.50,\"é\"]}\n"),
    Row(
      arguments: ["format", "--canonical", "%a.json"],
      output: "{\"a\":{\"x\":null},\"b\":[1,2.5,\"é\"]}"),
    Row(
      arguments: ["format", "--compact"], input: "[1,]", output: "", code: 2,
      errors: "expected another value"),
    Row(arguments: ["format", "--sorted"], input: "", code: 2, errors: "the text is empty"),

    Row(arguments: ["select", "/b/*", "%a.json"], output: "1\n2.50\n\"é\"\n"),
    Row(arguments: ["select", "$.b[1:]", "%a.json", "%b.json"], output: "2.50\n\"é\"\n3\n"),
    Row(
      arguments: ["select", "-e", "/b/2", "-e", "/a", "--raw", "--paths", "%a.json"],
      output: "/b/2\té\n/a\t{\"x\":null}\n"),
    Row(arguments: ["select", "--count", "/*"], input: "[1,2,3]", output: "3\n"),
    Row(arguments: ["select", "/nothing", "%a.json"], code: 1),
    Row(
      arguments: ["select", "--parallel", "--paths", "/b/*", "%a.json"],
      output: "/b/0\t1\n/b/1\t2.50\n/b/2\t\"é\"\n"),
    Row(arguments: ["select", "--parallel", "--raw", "/b/*", "%a.json"], output: "1\n2.50\né\n"),
    Row(
      arguments: ["select", "--parallel", "--count", "/x/*/y", "%a.json"], output: "0\n", code: 1),
    Row(
      arguments: ["select", "--parallel", "/b", "%a.json"], code: 2,
      errors: "rushjson: --parallel needs one pattern with every element of an array"),
    Row(
      arguments: ["select", "--parallel", "/c/*", "%tail.json"], code: 2,
      errors: "tail.json:1:10: expected the end of the text after its value, found 'x' (byte 9)\n"),
    Row(
      arguments: ["select", "--parallel", "/b/*", "%tail.json"], code: 2,
      errors: "tail.json:1:10: expected the end of the text after its value, found 'x' (byte 9)\n"),
    Row(arguments: ["select", "--count", "/x"], input: "[]", output: "0\n", code: 1),
    Row(
      arguments: ["select", "/*"], input: "[1,x]", output: "1\n", code: 2,
      errors: "standard input:1:4: "),

    Row(
      arguments: ["lines", "%lines"],
      output: "{\"n\":1,\"s\":\"x\"}\n{\"n\":2}\n{\"n\":30,\"s\":\"y z\"}\n"),
    Row(
      arguments: ["lines", "--where", "/n>=2", "--where", "/s", "%lines"],
      output: "{\"n\":30,\"s\":\"y z\"}\n"),
    Row(
      arguments: ["lines", "--where", #"/s="y z""#, "--select", "/n", "%lines"], output: "30\n"),
    Row(
      arguments: ["lines", "--where=/s!=x", "--select=/n", "--select=/s"], input: "{\"n\":1}\n[]",
      output: "[1,null]\n[null,null]\n"),
    Row(arguments: ["lines", "--where=/n<1.5", "--count", "%lines"], output: "1\n"),
    Row(arguments: ["lines", "--where=/s>x", "--select=/s", "%lines"], output: "\"y z\"\n"),
    Row(arguments: ["lines", "--to-array"], input: "1\n2", output: "[\n1,\n2\n]\n"),
    Row(arguments: ["lines", "--to-array"], input: "", output: "[]\n", code: 1),
    Row(arguments: ["lines", "--from-array=/b", "%a.json"], output: "1\n2.50\n\"é\"\n"),
    Row(
      arguments: ["lines", "--from-array="], input: "[{\"a\":\n1},2]", output: "{\"a\": 1}\n2\n"),
    Row(
      arguments: ["lines", "--from-array=/no", "%a.json"], code: 2,
      errors: "no array or object at '/no'"),
    Row(arguments: ["lines", "--where", "/n=9", "%lines"], code: 1),
    Row(
      arguments: ["lines", "%torn"], output: "{\"n\":1}\n{\"n\":3}\n", code: 2,
      errors: "rushjson: %torn:2:6: the text ends inside a value (byte 5, in /n)\n{\"n\":\n     ^\n"
    ),
    Row(arguments: ["lines", "--skip-bad", "%torn"], output: "{\"n\":1}\n{\"n\":3}\n"),
    Row(arguments: ["lines", "%no"], code: 2, errors: "cannot read %no: No such file"),

    Row(arguments: ["diff", "%a.json", "%a.json"], output: "[]\n"),
    Row(
      arguments: ["diff", "%merge", "%failing"], input: "", output: "[\n  ", code: 1),
    Row(arguments: ["diff", "--quiet", "%a.json", "%b.json"], code: 1),
    Row(
      arguments: ["diff", "--merge", "-", "%b.json"], input: #"{"a":{"x":null},"b":2}"#,
      output: "{\n  \"b\": [\n    1,\n    3\n  ]\n}\n", code: 1),
    Row(arguments: ["diff", "%a.json", "%bad"], code: 2, errors: "%bad:2:3: "),
    Row(
      arguments: ["diff", "--text", "%a.json", "-"],
      input: #"{"b":[1,2.50,"x"],"a":{"y":[]},"c":0}"#,
      output:
        "+ /c: 0\n- /a: {\"x\":null}\n+ /a: {\"y\":[]}\n- /b/2: \"é\"\n+ /b/2: \"x\"\n", code: 1),
    Row(
      arguments: ["diff", "--text", "--color=always", "%lists", "-"], input: "[[1],[2],[5],[6]]",
      output: "\u{1B}[31m- /3: [4]\u{1B}[0m\n\u{1B}[31m- /2: [3]\u{1B}[0m\n", code: 1),
    Row(arguments: ["diff", "--text", "%a.json", "%a.json"]),
    Row(
      arguments: ["diff", "--list", "%four", "-"], input: "[[1],[4],[2],[5]]",
      output: "- /2: [3]\n> /1 → /2\n+ /3: [5]\n", code: 1),
    Row(
      arguments: ["diff", "--unordered", "", "--quiet", "%four", "-"], input: "[[1],[4],[2],[3]]"),
    Row(
      arguments: ["diff", "--ignore", ".i[].u", "--unordered", "/i=/m/id", "%ids", "-"],
      input: #"{"i":[{"m":{"id":2},"u":5},{"m":{"id":1},"x":0}]}"#,
      output: "[\n  {\"op\":\"add\",\"path\":\"/i/0/x\",\"value\":0}\n]\n", code: 1),
    Row(
      arguments: ["diff", "--merge", "--ignore", "/b", "--ignore", "/a/x", "%a.json", "-"],
      input: #"{"b":5,"a":{},"c":[]}"#, output: "{\n  \"c\": []\n}\n", code: 1),
    Row(arguments: ["select", "", "%a.json", "--length"], output: "2\n"),
    Row(arguments: ["select", "-e", "", "--length", "%a.json"], output: "2\n"),
    Row(arguments: ["patch", "--merge", "--compact", "%list", "%a.json"], output: "[1,2]\n"),
    Row(
      arguments: ["patch", "--merge", "--compact", "%merge", "-"], input: "7", output: "{\"c\":1}\n"
    ),
    Row(
      arguments: ["patch", "--merge", "--compact", "-", "%a.json"], input: "\"x\"",
      output: "\"x\"\n"),
    Row(
      arguments: ["patch", "-", "%a.json"], input: "7", code: 2,
      errors: "with --merge, any value is a merge patch"),
    Row(arguments: ["format", "--jsonc", "--compact"], input: "[1, // one\n]", output: "[1]\n"),
    Row(arguments: ["select", "--jsonc", ".[0]"], input: "[1,/**/]", output: "1\n"),
    Row(
      arguments: ["validate"], input: "[1,]", code: 1, errors: "; accepted with --jsonc\n"),
    Row(
      arguments: ["format", "--jsonc"], input: "['x']", output: "", code: 2,
      errors: "; accepted with --json5\n"),
    Row(
      arguments: ["patch", "--compact", "%patch", "%a.json"],
      output: "{\"b\":0,\"a\":{\"x\":null}}\n"),
    Row(
      arguments: ["patch", "--compact", "%merge", "-"], input: "{\"a\":1}", output: "{\"c\":1}\n"),
    Row(
      arguments: ["patch", "%failing", "%a.json"], code: 1, errors: "the patch does not apply: "),
    Row(arguments: ["patch", "%bad", "%a.json"], code: 2, errors: "%bad:2:3"),
    Row(arguments: ["patch", "%lines", "%a.json"], code: 2, errors: "expected the end"),
    Row(arguments: ["stats"], input: "[1", code: 2, errors: "the text ends inside"),
  ]

  @Test(arguments: texts.indices)
  func table(_ index: Int) throws {
    let row = Self.texts[index]
    let run = try ToolRun(row.arguments, input: row.input, files: Self.files)
    #expect(run.code == row.code, "\(row.arguments): \(run.errors)")
    if row.output == "[\n  " {
      #expect(run.output.hasPrefix(row.output), "\(row.arguments)")
    } else {
      #expect(run.output == row.output, "\(row.arguments)")
    }
    if row.errors.isEmpty {
      #expect(run.errors.isEmpty, "\(row.arguments)")
    } else {
      #expect(run.errors.contains(row.errors), "\(row.arguments): \(run.errors)")
    }
  }

  /// Each is one line that says what to do instead, and exit code 2.
  static let usage: [(arguments: [String], message: String)] = [
    ([], "needs a command: one of validate, format"),
    (["fly"], "unknown command 'fly'; the commands are"),
    (["help", "fly"], "no help for 'fly'"),
    (["validate", "--fly"], "unknown option '--fly'; rushjson validate --help"),
    (["validate", "-q"], "unknown option '-q'; write --quiet"),
    (["format", "-c"], "unknown option '-c'; write --compact"),
    (["format", "--tab"], "unknown option '--tab'; write --indent tab"),
    (["format", "-S"], "write --sorted"), (["format", "-i"], "write --in-place"),
    (["select", "-rc", "."], "unknown option '-rc'; write --raw"),
    (["select", "-c", "."], "values are on one line"), (["lines", "-s"], "write --to-array"),
    (["lines", "-C"], "write --color always"), (["lines", "-r"], "rushjson select has --raw"),
    (["format", "-e"], "the exit code is 1 without it"),
    (["select", "-n", "."], "unknown option '-n'; rushjson select --help"),
    (["format", "--compat"], "unknown option '--compat'; did you mean --compact?"),
    (["selct", "."], "unknown command 'selct'; did you mean rushjson select?"),
    (["fromat"], "did you mean rushjson format?"), (["-c", "."], "a command comes before '-c'"),
    (["diff", "--text", "--merge", "a", "b"], "exclude each other"),
    (["validate", "--quiet=1"], "takes no value"),
    (["validate", ""], "an empty file name"), (["validate", "--quiet", "--quiet"], "given twice"),
    (["validate", "--color", "blue"], "one of auto, always, never, not 'blue'"),
    (["validate", "--color"], "--color needs one of"),
    (["format", "--pretty", "--compact"], "exclude each other"),
    (["format", "--indent", "x"], "not 'x'"),
    (["format", "--indent", "17"], "from 0 to 16"),
    (["format", "--sorted", "--canonical"], "exclude"),
    (["select"], "needs a pattern"),
    (["select", "a"], "'a' is not a pattern: expected '$' or '/'"),
    (["select", "$[-0]"], "expected a number from -(2^53-1) to 2^53-1 without leading zeros"),
    (["select", "/a", "--count", "--raw"], "exclude each other"),
    (["select", "-e"], "-e needs a pattern"),
    (["lines", "--where", "a"], "begins with a JSON Pointer"),
    (["lines", "--where", "/a!1"], "one of = != <"),
    (["lines", "--select", "/~"], "needs a JSON Pointer"),
    (["lines", "--from-array", "x"], "JSON Pointer"),
    (["lines", "--count", "--to-array"], "exclude"), (["diff", "a"], "needs OLD and NEW"),
    (["diff", "--ignore", "x", "a", "b"], "--ignore needs a path such as /items/*/id"),
    (["diff", "--unordered", ".a[-1]=id", "a", "b"], "--unordered takes indexes from the start"),
    (["diff", "--list", "--merge", "a", "b"], "exclude each other"),
    (["diff", "-", "-"], "only one of OLD and NEW can be standard input"),
    (["patch"], "needs PATCH and FILE"),
    (["edit", "x"], "edit needs an edit, such as --set"),
    (["edit", "--set", "/a", "1"], "edit needs FILE"),
    (["edit", "--set", "/a"], "--set needs a path such as /user/id or .user.id, and a JSON value"),
    (["edit", "--set", "a", "1", "x"], "--set needs a JSON Pointer"),
    (["edit", "--set", "/a", "{", "x"], "--set needs a JSON value or a word, not '{'"),
    (["edit", "--set", ".version", "2.0.0", "x"], "for this text, write '\"2.0.0\"'"),
    (["edit", ".a", "3x"], "write rushjson edit FILE --set '.a' VALUE, or --remove '.a'"),
    (["edit", "-set", "/a", "1", "x"], "unknown option '-set'; did you mean --set?"),
    (["edit", "--append", "/a", "1 2", "x"], "not '1 2'"),
    (["edit", "--insert", ".a[]", "1", "x"], "--insert needs the path of one value"),
    (["edit", "--create", "--set", ".a[]", "1", "x"], "--create makes one value"),
    (["edit", "--remove", ".a", "--missing", "no", "x"], "--missing needs ok, not 'no'"),
    (["edit", "--remove", ".a", "--list", "--dry-run", "x"], "exclude each other"),
    (["edit", "--remove", ".a", "-", "x"], "- is standard input, which is edited alone"),
    (["edit", "--remove", ".a", "--if", ".a!1", "x"], "--if '.a!1' needs one of = != <"),
    (["completions"], "needs one of bash, zsh, fish"), (["completions", "csh"], "needs one of"),
    (["manual", "x"], "takes no arguments"),
  ]

  @Test(arguments: usage.indices)
  func usageErrors(_ index: Int) throws {
    let row = Self.usage[index]
    let run = try ToolRun(row.arguments)
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors.contains(row.message), "\(run.errors)")
    #expect(run.errors.hasPrefix("rushjson: ") && run.errors.hasSuffix("\n"))
    #expect(run.errors.count { $0 == "\n" } == 1, "\(run.errors)")
  }

  @Test func statistics() throws {
    let run = try ToolRun(["stats"], input: #"{"a":[1,"xy",{"é":[]}],"b":true,"c":null}"#)
    #expect(run.code == 0)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").suffix(1).joined() }
    #expect(
      rows.dropFirst(2) == ["1", "2", "2", "4", "1", "1", "1", "1", "4", "3", "3", "2", "2", "2"])
    #expect(
      try ToolRun(["stats", "--lines"], input: "1\n2\n").output.contains(
        "values at top level        2"))
  }

  @Test func coloursAreAChoice() throws {
    let escape = "\u{1B}["
    let arguments = ["diff", "%a.json", "%b.json"]
    #expect(try ToolRun(arguments, files: Self.files, color: true).output.contains(escape))
    #expect(!(try ToolRun(arguments, files: Self.files).output.contains(escape)))
    #expect(try ToolRun(arguments + ["--color=always"], files: Self.files).output.contains(escape))
    #expect(
      !(try ToolRun(arguments + ["--color=never"], files: Self.files, color: true).output.contains(
        escape)))
  }

  @Test func helpCompletionsAndManual() throws {
    for command in OptionTable.commands {
      let help = try ToolRun([command.name, "--help"])
      #expect(help.code == 0 && help.output.hasPrefix("usage: rushjson \(command.name)"))
      for option in command.options {
        #expect(help.output.contains(option.name))
        for shell in ["bash", "zsh"] {
          #expect(Completions.text(for: shell).contains(option.name))
        }
        #expect(Completions.text(for: "fish").contains(option.name.drop { $0 == "-" }))
        #expect(HelpText.manual(version: "1").contains(option.name.replacing("-", with: "\\-")))
      }
    }
    let helps = [["--help"]] + OptionTable.commands.map { [$0.name, "--help"] }
    for help in helps {
      let lines = try ToolRun(help).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }
    #expect(try ToolRun(["manual"]).output.hasPrefix(".TH RUSHJSON 1"))
    #expect(try ToolRun(["--version"]).output == "rushjson \(packageVersion)\n")
  }

  /// The version is that of the latest release.
  @Test func theVersionIsThatOfTheChangelog() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changes = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let releases = changes.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { $0.split(separator: " ")[1] }.filter { $0 != "Unreleased" }
    #expect(releases.first == "\(packageVersion)")
  }

  // MARK: - Errors

  /// Every command that reads a text, with arguments that give each of its exit codes.
  static let exits: [(command: String, code: Int32, arguments: [String])] = [
    ("validate", 0, ["%a.json"]), ("validate", 1, ["%bad"]), ("validate", 2, ["%no"]),
    ("format", 0, ["%a.json"]), ("format", 2, ["%bad"]), ("format", 2, ["%no"]),
    ("select", 0, ["/b", "%a.json"]), ("select", 1, ["/x", "%a.json"]),
    ("select", 2, ["/b", "%bad"]), ("lines", 0, ["%lines"]), ("lines", 1, ["%empty"]),
    ("lines", 2, ["%torn"]), ("diff", 0, ["%a.json", "%a.json"]),
    ("diff", 1, ["%a.json", "%b.json"]), ("diff", 2, ["%a.json", "%bad"]),
    ("patch", 0, ["%merge", "%a.json"]), ("patch", 1, ["%failing", "%a.json"]),
    ("patch", 2, ["%bad", "%a.json"]), ("stats", 0, ["%a.json"]), ("stats", 2, ["%bad"]),
    ("model", 0, ["%a.json"]), ("model", 2, ["%bad"]),
    ("edit", 0, ["%a.json", "--list", "--remove", "/a"]),
    ("edit", 1, ["%a.json", "--remove", "/x"]),
    ("edit", 2, ["%bad", "--remove", "/a"]), ("edit", 2, ["%no", "--remove", "/a"]),
    ("completions", 0, ["zsh"]), ("completions", 2, ["csh"]), ("manual", 0, []),
    ("manual", 2, ["x"]),
  ]

  @Test(arguments: exits.indices)
  func helpIsTrueAboutExitCodes(_ index: Int) throws {
    let row = Self.exits[index]
    let run = try ToolRun([row.command] + row.arguments, files: Self.files)
    #expect(run.code == row.code, "\(run.errors)")
    let help = try ToolRun([row.command, "--help"]).output.replacing("\n", with: " ")
    let listed = try #require(help.split(separator: "The exit code is ").last)
    #expect(listed.contains(row.code == 0 ? "0 otherwise" : "\(row.code) if "))
    let codes = Set(Self.exits.filter { $0.command == row.command }.map(\.code))
    #expect(listed.contains("1 if ") == codes.contains(1))
    #expect(run.errors.isEmpty || run.errors.hasPrefix("rushjson: "))
  }

  @Test func everyCommandHasItsExitCodes() {
    #expect(Set(Self.exits.map(\.command)) == Set(OptionTable.commands.map(\.name)))
  }

  /// One fault has one message, whichever command meets it, from a file and from a pipe.
  @Test(arguments: ["bad", "deep", "empty", "lenient"])
  func oneFaultHasOneMessage(_ name: String) throws {
    var files = Self.files
    files["lenient"] = Array("{\"a\":[0,{\"b\":'x'}]}".utf8)
    let commands = [
      ["validate"], ["format"], ["format", "--sorted"], ["select", "/none"], ["select", "/a/9"],
      ["stats"],
    ]
    var messages: Set<String> = []
    for command in commands {
      messages.insert(try ToolRun(command + ["%\(name)"], files: files).errors)
    }
    let text = String(decoding: files[name] ?? [], as: UTF8.self)
    // A long pipe is not held.
    for command in commands where name != "deep" {
      let errors = try ToolRun(command, input: text).errors
      messages.insert(errors.replacing("standard input", with: "%\(name)"))
    }
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.contains("; accepted with --json5") == (name == "lenient"))
  }

  /// Nothing can be shown of an empty line.
  @Test(arguments: ["", "\n", "[1,\n"])
  func anErrorOnAnEmptyLineHasOneLine(_ text: String) throws {
    for command in [["validate"], ["format"], ["select", "/a"], ["stats"]] {
      let errors = try ToolRun(command, input: text).errors
      #expect(errors.count { $0 == "\n" } == 1, "\(errors)")
    }
  }

  /// A pipe that nobody reads ends the program quietly; output that cannot be written is an error.
  @Test func closedOutput() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    signal(SIGPIPE, SIG_IGN)
    let errors = Pipe()
    func code(_ output: Int32) -> Int32 {
      let channels = Channels(
        input: -1, output: output, errors: errors.fileHandleForWriting.fileDescriptor,
        hasColor: false, showsProgress: false)
      return Tool.run(arguments: ["--help"], channels: channels)
    }
    #expect(code(pipe.fileHandleForWriting.fileDescriptor) == 0)
    #expect(code(-1) == 2)
    try errors.fileHandleForWriting.close()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(
      text.hasPrefix("rushjson: cannot write to standard output: ")
        && text.count { $0 == "\n" } == 1)
  }
}
