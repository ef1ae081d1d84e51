import CommandLineTools
import Foundation
import RushJSON
import Testing

@testable import RushJSONStreams
@testable import RushJSONTool

/// What a user of `jq` asks for: paths, other forms of values, tables, colours, files in place.
@Suite struct JQTests {
  // MARK: - Paths

  static let patterns: [(text: String, pattern: String)] = [
    (".", "$"), (".a", "$['a']"), (".a.b_1", "$['a']['b_1']"), (".[0]", "$[0]"),
    (".a[0].b", "$['a'][0]['b']"), (".[-1]", "$[-1]"), (".a[-2:][].b", "$['a'][-2:]['b']"),
    (".[]", "/*"), (".items[].id", "$['items'][*]['id']"),
    (".[][]", "/*/*"), (".a[][3]", "$['a'][*][3]"), (#"."odd key""#, "$['odd key']"),
    (#".a."b.c[0]|""#, "$['a']['b.c[0]|']"), (#".["a\"\u00e9"].c"#, "$['a\"é']['c']"),
    (".a.[0]", "$['a'][0]"), (".a?.b[]?", "$['a']['b'][*]"), (".a | .b", "$['a']['b']"),
    (".a[]|.[0]|.c", "$['a'][*][0]['c']"), (".é", "$['é']"), ("/a/*", "/a/*"),
    ("$.a[1:2]", "$['a'][1:2]"), (".a[2:4][].b", "$['a'][2:4]['b']"), (".[:3][]", "$[0:3]"),
    (".a[1:] | .[]", "$['a'][1:]"), (".a[2:4]", "$['a']"), (#".["0"]"#, "$['0']"),
  ]

  @Test(arguments: patterns.indices)
  func patternOfPath(_ index: Int) throws {
    let row = Self.patterns[index]
    #expect(try ToolPath.selection(row.text).pattern.description == row.pattern, "\(row.text)")
  }

  static let pointers: [(text: String, pointer: String)] = [
    ("", ""), (".", ""), ("/a/0", "/a/0"), (".a[0]", "/a/0"), (#"."a/b"."c~d""#, "/a~1b/c~0d"),
    (".a | .b", "/a/b"), (".left-pad.a-b-c", "/left-pad/a-b-c"),
  ]

  @Test(arguments: pointers.indices)
  func pointerOfPath(_ index: Int) throws {
    let row = Self.pointers[index]
    let path = try ValuePath("--x", row.text)
    #expect(try path.streamed("--x").0.description == row.pointer, "\(row.text)")
    #expect(try path.pointer(in: nil)?.description == row.pointer, "\(row.text)")
  }

  /// A value at a path in documents and trees, or nothing. Names are never indexes, nor indexes names.
  static let values: [(path: String, text: String, value: String?)] = [
    (".a", #"{"a":1}"#, "1"), ("/a/0", #"{"a":{"0":1}}"#, "1"), ("/a/0", #"{"a":[1]}"#, "1"),
    ("/a/-1", #"{"a":[1]}"#, nil), (".[0]", #"{"0":1}"#, nil), (".[0]", "[1]", "1"),
    (#".["0"]"#, "[1]", nil), (#"."0""#, #"{"0":1}"#, "1"), (".a[-1]", #"{"a":[1,2]}"#, "2"),
    (".a[-2]", #"{"a":[1,2]}"#, "1"), (".a[-3]", #"{"a":[1,2]}"#, nil),
    (".a[2]", #"{"a":[1,2]}"#, nil),
    (".[-1]", #"{"a":1}"#, nil), (".[-1]", "7", nil), (".[-1]", "[]", nil),
    (".[1:]", "[1,2,3]", "[2,3]"),
    (".[-2:]", "[1,2,3]", "[2,3]"), (".[:-1]", "[1,2,3]", "[1,2]"), (".[-9:9]", "[1]", "[1]"),
    (".[2:1]", "[1,2,3]", "[]"), (".[1:2]", #""abc""#, nil), (".[1:]", #"{"a":1}"#, nil),
    (".a.b", #"{"a":[{"b":1}]}"#, nil),
  ]

  @Test(arguments: values.indices)
  func valueOfPath(_ index: Int) throws {
    let row = Self.values[index]
    let path = try ValuePath("--x", row.path)
    let document = try JSONDocument(parsing: row.text)
    let tree = try RawJSON(parsing: row.text)
    #expect(path.find(in: document.root)?.tree.description == row.value, "\(row.path)")
    #expect(path.find(in: tree)?.description == row.value, "\(row.path)")
  }

  static let faults: [(text: String, message: String)] = [
    ("..", "one '.'; rushjson has no descendants"),
    (".a..b", "one '.'; rushjson has no descendants"),
    (".a.", "a name after '.'"), (".a+b", "names with other characters need quotes"),
    (".a b", "no ' ' can follow"),
    (".a | length", "only a path can follow '|'; functions of jq are options"),
    (".a |", "only a path can follow '|'"),
    (".[2:4].a", "a slice is an array, so [] follows it"), (".[1:][2:]", "so [] follows it"),
    (".[", "an index, a slice, a name in quotes or nothing"),
    (".[x]", "an index, a slice, a name in quotes or nothing"), (".[1", "an index, a slice"),
    (".[:]", "an index, a slice"), (".[1:2:3]", "an index, a slice"), (".[-]", "an index, a slice"),
    (".[1.5]", "an index, a slice"), (".[--1]", "an index, a slice"),
    (".[+1]", "an index, a slice"),
    (".[99999999999999999999]", "an index, a slice, a name in quotes or nothing"),
    (".[9007199254740992]", "an index, a slice"),
    (".1", "[1] for an index"),
    (#"."a"#, "a quotation mark at the end"), (#".["a"#, "a quotation mark at the end"),
    (#".["a"x"#, "expected ']'"), (#"."\q""#, "invalid escape"), (".a+1", "no '+' can follow"),
    (".{a}", "no '{' can follow"), (".a, .b", "no ',' can follow"), ("a", "expected '$' or '/'"),
  ]

  @Test(arguments: faults.indices)
  func pathThatIsNone(_ index: Int) throws {
    let row = Self.faults[index]
    let run = try ToolRun(["select", row.text], input: "1")
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains(row.message), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  // MARK: - Commands

  struct Row: Sendable {
    var arguments: [String]
    var input = ""
    var output = ""
    var code: Int32 = 0
    var errors = ""
  }

  private static let people =
    #"[{"n":"b","a":2},{"n":"a","a":null},{"n":"é"},{"n":"b","a":1},{"n":"c","a":"1"},{"a":[0]},{"a":{}}]"#

  static let rows: [Row] = [
    Row(
      arguments: ["select", ".a[].b"], input: #"{"a":[{"b":1},{"c":2},{"b":3}]}"#, output: "1\n3\n"),
    Row(arguments: ["select", "-e", ".a", "-e", "/b"], input: #"{"a":1,"b":2}"#, output: "1\n2\n"),
    Row(arguments: ["select", "--paths", ".[]"], input: "[1]", output: "/0\t1\n"),

    Row(
      arguments: ["select", "--length", ".[]"], input: #"[[1,2],{"a":1},"xé😀",null,[]]"#,
      output: "2\n1\n3\n0\n0\n"),
    Row(
      arguments: ["select", "--length", ".[]"], input: "[[],7]", output: "0\n", code: 2,
      errors: "--length needs an array, an object or a string, but the value at /1 is a number"),
    Row(
      arguments: ["select", "--keys", "."], input: #"{"b":1,"é":2,"a":3,"B":4}"#,
      output: "[\"B\",\"a\",\"b\",\"é\"]\n"),
    Row(
      arguments: ["select", "--keys", "."], input: "[1]", code: 2,
      errors: "--keys needs an object, but the text is an array"),
    Row(
      arguments: ["select", "--sort-by", ".a", ".", "--raw"], input: people,
      output:
        #"[{"n":"a","a":null},{"n":"é"},{"n":"b","a":1},{"n":"b","a":2},{"n":"c","a":"1"},{"a":[0]},{"a":{}}]"#
        + "\n"),
    Row(
      arguments: ["select", "--sort-by", ".", "."],
      input: #"[[2],{"b":1},{"a":2},"b",3,true,false,null,[1,9],"a",{"a":1},1e0,[1]]"#,
      output: #"[null,false,true,1e0,3,"a","b",[1],[1,9],[2],{"a":1},{"a":2},{"b":1}]"# + "\n"),
    Row(
      arguments: ["select", "--sort-by=/x", "."], input: "{}", code: 2,
      errors: "--sort-by needs an array, but the text is an object"),
    Row(
      arguments: ["select", "--unique-by", ".", "."],
      input: #"[3,1.0,"1",1,[1],[1.0],null,{"a":1},{"a":1e0}]"#,
      output: #"[3,1.0,"1",[1],null,{"a":1}]"# + "\n"),
    Row(arguments: ["select", "--unique-by", ".n", "--length", "."], input: people, output: "5\n"),
    Row(
      arguments: ["select", "--unique-by", ".n", "."], input: "7", code: 2,
      errors: "--unique-by needs an array"),

    Row(
      arguments: ["lines", "--object", "x=/a/b", "--object", "c"],
      input: "{\"a\":{\"b\":1.50},\"c\":[1, 2]}\n{}",
      output: "{\"x\":1.50,\"c\":[1,2]}\n{\"x\":null,\"c\":null}\n"),
    Row(
      arguments: ["lines", "--object", "a b=.\"c=d\"[1]"], input: #"{"c=d":[1,2]}"#,
      output: "{\"a b\":2}\n"),
    Row(
      arguments: ["lines", "--object", "a", "--to-array"], input: "{\"a\":1}\n{\"a\":2}",
      output: "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
    Row(arguments: ["lines", "--object", "a", "--count"], input: "{\"a\":1}\n{}", output: "2\n"),
    Row(
      arguments: ["lines", "--where", ".a.b == 2", "--select", ".a.c"],
      input: #"{"a":{"b":2,"c":"x"}}"#, output: "\"x\"\n"),
    Row(
      arguments: ["lines", "--where", #".s=="y z""#], input: #"{"s":"y z"}"#,
      output: "{\"s\":\"y z\"}\n"),
    Row(
      arguments: ["lines", "--where", #"."a=b" != 1"#, "--where=.c"], input: #"{"a=b":2,"c":0}"#,
      output: "{\"a=b\":2,\"c\":0}\n"),
    Row(
      arguments: ["lines", "--where", ".n >= 2", "--count"],
      input: "{\"n\":1}\n{\"n\":2}\n{\"n\":3}", output: "2\n"),
    Row(arguments: ["lines", "--from-array", ".a[0]"], input: #"{"a":[[1,2]]}"#, output: "1\n2\n"),
    Row(
      arguments: ["lines", "--from-array", ".a[0]"], input: #"{"a":{"0":[1,2]}}"#, code: 2,
      errors: "no array or object at '/a/0'"),
    Row(
      arguments: ["lines", "--from-array", #".a["0"]"#], input: #"{"a":[[1,2]]}"#, code: 2,
      errors: "no array or object at '/a/0'"),
    Row(
      arguments: ["lines", "--from-array", #".a["0"]"#], input: #"{"a":{"0":[1,2]}}"#,
      output: "1\n2\n"),
    Row(arguments: ["lines", "--from-array", "/a/0"], input: #"{"a":{"0":[1]}}"#, output: "1\n"),
    Row(arguments: ["lines", "--select", ".[0]"], input: #"{"0":1}"#, code: 1),
    Row(arguments: ["lines", "--select", ".[-1]"], input: "[1,2]\n[3]\n{}", output: "2\n3\n"),
    Row(
      arguments: ["lines", "--select", ".[:2]", "--select", ".[-1]"], input: "[1.50,2,3]\n{}",
      output: "[[1.50,2],3]\n[null,null]\n"),
    Row(
      arguments: ["lines", "--csv", "--select", ".[1:]"], input: "[1,2,3]", output: "\"[2,3]\"\n"),
    Row(arguments: ["lines", "--object", "0"], input: "[7]", output: "{\"0\":null}\n"),
    Row(
      arguments: ["lines", "--where", ".[-1:] == [3]"], input: "[1,3]\n[3,1]", output: "[1,3]\n"),
    Row(
      arguments: ["select", "--sort-by", ".[-1]", "."], input: "[[1,3],[2,2],[]]",
      output: "[[],[2,2],[1,3]]\n"),
    Row(arguments: ["select", ".a[1:3]"], input: #"{"a":[1,2.50,3,4]}"#, output: "[2.50,3]\n"),
    Row(arguments: ["select", "--length", ".[2:]"], input: "[1,2,3]", output: "1\n"),
    Row(arguments: ["select", ".[1:][]"], input: "[1,2,3]", output: "2\n3\n"),
    Row(arguments: ["select", ".[-1]"], input: "[1,2,3.50]", output: "3.50\n"),
    Row(arguments: ["select", ".[-2:][]"], input: "[1,2,3]", output: "2\n3\n"),
    Row(arguments: ["select", ".[-2:]"], input: "[1,2,3]", output: "[2,3]\n"),
    Row(arguments: ["select", "--paths", "$.a[-1]"], input: #"{"a":[1,2]}"#, output: "/a/1\t2\n"),
    Row(arguments: ["select", "--count", ".[-2:][]"], input: "[1,2,3]", output: "2\n"),
    Row(arguments: ["select", ".[-1]"], input: "{}", code: 1),
    Row(
      arguments: ["select", ".[-1]"], input: "[1,\n2 3]", code: 2,
      errors: "standard input:2:3: expected ',' or ']'"),
    Row(
      arguments: ["select", "/a/b"], input: #"{"a":{"b":1},"a":{"c":2}}"#, output: "1\n",
      errors: "standard input: an object on the path has two members of one name"),
    Row(arguments: ["select", ".a[-1]"], input: #"{"a":[1],"a":[2]}"#, output: "2\n"),
    Row(
      arguments: ["select", ".[1:]"], input: "{}", code: 2,
      errors: "a slice needs an array, but the text is an object"),

    // A value that is missing equals null, as in jq.
    Row(
      arguments: ["lines", "--where", ".error != null"],
      input: "{\"error\":null}\n{}\n{\"error\":\"x\"}\n{\"error\":false}",
      output: "{\"error\":\"x\"}\n{\"error\":false}\n"),
    Row(
      arguments: ["lines", "--where", "/error=null"],
      input: "{\"error\":null}\n{}\n{\"error\":1}\n7",
      output: "{\"error\":null}\n{}\n7\n"),
    Row(
      arguments: ["lines", "--where", ".error"], input: "{\"error\":null}\n{}",
      output: "{\"error\":null}\n"),
    Row(
      arguments: ["lines", "--where", ".a != 1"], input: "{\"a\":1}\n{}\n{\"a\":2}",
      output: "{}\n{\"a\":2}\n"),
    Row(
      arguments: ["lines", "--where", "/a == 1 ", "--where", ".b=x-1/2_é:3"],
      input: #"{"a":1,"b":"x-1/2_é:3"}"#, output: "{\"a\":1,\"b\":\"x-1/2_é:3\"}\n"),
    Row(
      arguments: ["lines", "--where", ".m~time"],
      input: "{\"m\":\"a timeout\"}\n{\"m\":\"tim\"}\n{\"m\":[\"time\"]}\n{}",
      output: "{\"m\":\"a timeout\"}\n"),
    // The text may look like a number, and a pointer's escapes are its own.
    Row(
      arguments: ["lines", "--where", "/a~1b ~ 50", "--where", #".c ~ "x y""#],
      input: #"{"a/b":"é 503","c":"x y"}"# + "\n" + #"{"a/b":503,"c":"x y"}"#,
      output: "{\"a/b\":\"é 503\",\"c\":\"x y\"}\n"),
    // As doubles, the two are equal.
    Row(
      arguments: ["lines", "--where", ".a > 9007199254740992"], input: #"{"a":9007199254740993}"#,
      output: "{\"a\":9007199254740993}\n"),

    Row(
      arguments: ["lines", "--csv", "--select", ".a", "--select", ".b"],
      input: #"{"a":"x,y","b":"say \"hi\""}"# + "\n" + #"{"a":"1\n2\r","b":""}"# + "\n"
        + #"{"a":null}"# + "\n" + #"{"a":[1, "z"],"b":1.50}"#,
      output: "\"x,y\",\"say \"\"hi\"\"\"\n\"1\n2\r\",\"\"\n,\n\"[1,\"\"z\"\"]\",1.50\n"),
    Row(
      arguments: ["lines", "--csv", "--object", "a", "--object", "n, m=.b"],
      input: "{\"a\":true,\"b\":\" x\"}",
      output: "a,\"n, m\"\ntrue, x\n"),
    Row(arguments: ["lines", "--csv", "--object", "a"], output: "a\n", code: 1),
    Row(
      arguments: ["lines", "--csv", "--select", ".a"], input: "{\"a\":1}\n{}\n{\"a\":\"\"}",
      output: "1\n\n\"\"\n"),
    Row(arguments: ["lines", "--csv"], input: "[1,\"a\"]\n[]\n[null,{}]", output: "1,a\n\n,{}\n"),
    Row(
      arguments: ["lines", "--csv"], input: "[1]\n{\"a\":1}\n[2]", output: "1\n2\n", code: 2,
      errors: "choose the fields of other values with --select PATH or --object NAME=PATH"),
    Row(
      arguments: ["lines", "--tsv", "--select=.a", "--select=.b"],
      input: #"{"a":"x\ty","b":"c\\d\ne\r"}"#,
      output: "x\\ty\tc\\\\d\\ne\\r\n"),
    Row(arguments: ["lines", "--tsv"], input: #"["a\u0000b"]"#, output: "a\\0b\n"),
    Row(
      arguments: ["lines", "--csv", "--from-array", "."], input: "[[1,\n2],[\"a\nb\"]]",
      output: "1,2\n", code: 2, errors: "control character"),

    Row(
      arguments: ["edit", "--set", ".i[].done", "false", "--remove", ".i[].t[]", "-"],
      input: "{\"i\": [{\"id\": 1}, // one\n  {\"done\": true, \"t\": [1, 2]}]}",
      output: "{\"i\": [{\"id\": 1, \"done\": false}, // one\n  {\"done\": false, \"t\": []}]}"),
    Row(
      arguments: ["edit", "--rename", ".[].a", "b", "--append", ".[].l", "9", "-"],
      input: #"{"x": {"a": 1, "l": []}, "y": {"l": [1]}}"#,
      output: #"{"x": {"b": 1, "l": [9]}, "y": {"l": [1, 9]}}"#),
    Row(
      arguments: ["edit", "--remove", ".i[].no", "-"], input: #"{"i": [{}]}"#, code: 1,
      errors: "'.i[].no' leads to no value"),
    Row(
      arguments: ["edit", "--set", ".i[]", "1", "-"], input: #"{"i": 3}"#, code: 1,
      errors: "[] in '.i[]' needs an array or an object, but the value at /i is neither"),

    Row(
      arguments: ["format", "--compact", "--values"],
      input: "{\"a\": 1.50}[2 , 3]\n\"x\\u00e9\" 7 null\n",
      output: "{\"a\":1.50}\n[2,3]\n\"xé\"\n7\nnull\n"),
    Row(arguments: ["format", "--values"], input: "[1]{}", output: "[\n  1\n]\n{}\n"),
    Row(arguments: ["format", "--values"], input: " \n", output: ""),
    Row(
      arguments: ["format", "--values", "--sorted", "--compact"],
      input: "{\"b\":1,\"a\":2}\n{\"d\":1,\"c\":2}",
      output: "{\"a\":2,\"b\":1}\n{\"c\":2,\"d\":1}\n"),
    Row(
      arguments: ["format", "--values", "--compact"], input: "[1]\n[2,]", output: "[1]\n", code: 2,
      errors: "standard input:2:4: expected another value"),
    Row(
      arguments: ["format", "--compact"], input: "1 2", output: "", code: 2,
      errors: "expected the end of the text"),
  ]

  @Test(arguments: rows.indices)
  func commands(_ index: Int) throws {
    let row = Self.rows[index]
    let run = try ToolRun(row.arguments, input: row.input)
    #expect(run.code == row.code, "\(row.arguments): \(run.errors)")
    #expect(run.output == row.output, "\(row.arguments)")
    #expect(row.errors.isEmpty == run.errors.isEmpty, "\(row.arguments): \(run.errors)")
    #expect(
      row.errors.isEmpty || run.errors.contains(row.errors), "\(row.arguments): \(run.errors)")
  }

  static let usage: [(arguments: [String], message: String)] = [
    ([".a"], "a path is no command; write rushjson select '.a' FILE"),
    (["select", "--length", "--keys", "."], "exclude each other"),
    (["select", "--length", "--count", "."], "exclude each other"),
    (["select", "--sort-by", ".[]", "."], "cannot have []"),
    (
      ["select", "--sort-by", "x", "."],
      "--sort-by needs a JSON Pointer such as /user/id, or a path such as .user.id"
    ),
    (["select", "--sort-by"], "--sort-by needs a path such as /user/id or .user.id"),
    (["lines", "--object", "/a"], "needs a name and a path"),
    (["lines", "--object", "=/a"], "needs a name and a path"),
    (["lines", "--object", "a=b"], "--object needs a JSON Pointer"),
    (["lines", "--from-array", ".a[-1]"], "does not know its end"),
    (["lines", "--from-array", ".a[2:]"], "use rushjson select '.a[2:][]'"),
    (["lines", "--select", ".a[2:].b"], "nothing can follow a slice"),
    (["lines", "--object", "a", "--object", "a=.b"], "twice"),
    (["lines", "--object", "a", "--select", ".b"], "exclude each other"),
    (["lines", "--csv", "--tsv"], "exclude each other"),
    (["lines", "--csv", "--to-array"], "exclude each other"),
    (["lines", "--where", ".a ~~ 1"], "one of = != <"),
    (["lines", "--where", ".[] = 1"], "cannot have []"),
    (["lines", "--where", #".level == "error" and .ms > 100"#], "write --where again for 'and'"),
    (["lines", "--where", "/level=error and /ms>100"], #"write '/level="error and /ms>100"'"#),
    (
      ["lines", "--where", "/level and /ms"],
      "needs one of = != < <= > >= ~ after its path, not 'and /ms'"
    ),
    (["lines", "--where", ".a=>1"], "after its path, not '=>'"),
    (["lines", "--where", ".a=<1"], "after its path, not '=<'"),
    (["lines", "--where", ".a===1"], "after its path, not '==='"),
    (["lines", "--where", "/a===1"], "after its path, not '==='"),
    (["lines", "--where", ".a<>1"], "after its path, not '<>'"),
    (["lines", "--where", ".a=[1"], #"write '.a="[1"'"#),
    (["lines", "--where", #".a="x"#], #"write '.a="\"x"'"#),
    (["lines", "--where", ".a == 'x'"], #"write '.a == "'x'"'"#),
    (["lines", "--where", ".error | not"], "and != for 'not'"),
    (["lines", "--where", "/error | not"], "and != for 'not'"),
    (["lines", "--where", ".a = 1 | not"], "and != for 'not'"),
    (["lines", "--where", ".a not"], "and != for 'not'"),
    (["lines", "--where", ".a == .b"], "write '.a == \".b\"'"),
    (["lines", "--where", ".a == $x"], "no JSON value or word"),
    (["lines", "--where", ".a == "], "for this text, write '.a == \"\"'"),
    (["lines", "--where", ".a = 01"], #"write '.a = "01"'"#),
    (["lines", "--where", ".a = 1+1"], "no JSON value or word"),
    (["lines", "--where", ".a == (1)"], "no JSON value or word"),
    (["lines", "--where", ".a == y z"], #"write '.a == "y z"'"#),
    (["lines", "--where", "/first name=x"], "other names quotation marks"),
    (["lines", "--color", "x"], "one of auto, always, never"),
    (["format", "--in-place"], "--in-place replaces files"),
    (["format", "--in-place", "-"], "--in-place replaces files"),
  ]

  @Test(arguments: usage.indices)
  func usageErrors(_ index: Int) throws {
    let row = Self.usage[index]
    let run = try ToolRun(row.arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains(row.message), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  // MARK: - Order

  /// The order is total and agrees with equality, on random values.
  @Test func orderIsTotal() {
    let values: [RawJSON] = [
      nil, false, true, -1, 0, 0.5, 1, 1e300, "", "A", "a", "é", "\u{10000}", [], [nil], ["a", 1],
      [[]],
      [:], ["a": 1], ["a": 2], ["a": 1, "b": 0], ["b": 0], ["b": nil, "a": 1],
    ]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() {
        let order = JSONOrder.order(left, right)
        #expect((order == 0) == (left == right), "\(left) \(right)")
        #expect(order.signum() == -JSONOrder.order(right, left).signum(), "\(left) \(right)")
        if i < j, i < 20, j < 20 { #expect(order < 0, "\(left) \(right)") }
      }
    }
  }

  // MARK: - Colours

  private static func withoutColors(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test(arguments: [
    ["format"], ["format", "--compact"], ["format", "--compact", "--values"], ["select", "."],
    ["lines"], ["lines", "--to-array"],
  ])
  func coloursChangeNothingElse(_ arguments: [String]) throws {
    let text = #"{"a\"b":["x\\\"",1,-2.5e3,true,false,null,{},[],{"c":"d:,"}],"e":"é{"}"#
    let plain = try ToolRun(arguments, input: text)
    let colored = try ToolRun(arguments, input: text, color: true)
    #expect(plain.code == 0 && !plain.output.contains("\u{1B}"))
    #expect(Self.withoutColors(colored.output) == plain.output)
    #expect(colored.output.contains("\u{1B}[1;34m\"a\\\"b\"\u{1B}[0m"))
    #expect(colored.output.contains("\u{1B}[32m\"x\\\\\\\"\"\u{1B}[0m"))
    #expect(colored.output.contains("\u{1B}[36m-2.5e3\u{1B}[0m"))
    #expect(colored.output.contains("\u{1B}[33mtrue\u{1B}[0m"))
    #expect(colored.output.contains("\u{1B}[90mnull\u{1B}[0m"))
    let asked = try ToolRun(arguments + ["--color=always"], input: text)
    #expect(asked.output == colored.output)
    let refused = try ToolRun(arguments + ["--color=never"], input: text, color: true)
    #expect(refused.output == plain.output)
  }

  /// The painter takes pieces of any size.
  @Test func coloursOfPieces() {
    let text = Array(#"{"a":"b\"c","d":[1,true]}"#.utf8)
    var whole = JSONPainter()
    let expected = text.withSpan { whole.painted($0) }
    for size in 1..<text.count {
      var painter = JSONPainter()
      var painted: [UInt8] = []
      for start in stride(from: 0, to: text.count, by: size) {
        painted += text[start..<min(start + size, text.count)].withSpan { painter.painted($0) }
      }
      #expect(painted == expected)
    }
  }

  @Test func tablesAndRawStringsHaveNoColours() throws {
    let row = try ToolRun(["lines", "--csv", "--select=.a"], input: #"{"a":"x"}"#, color: true)
    #expect(row.output == "x\n")
    let raw = try ToolRun(["select", "--raw", ".a"], input: #"{"a":"x"}"#, color: true)
    #expect(raw.output == "x\n")
  }

  /// Colours are for terminals, and `NO_COLOR` turns them off.
  @Test func coloursAreForTerminals() {
    #expect(Terminal(isTerminal: true).hasColor)
    #expect(!Terminal(isTerminal: false).hasColor)
    #expect(!Terminal(isTerminal: true, environment: ["NO_COLOR": "1"]).hasColor)
  }
}
