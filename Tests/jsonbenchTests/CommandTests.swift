import Testing

@testable import BenchmarkHarness

@Suite struct CommandTests {
  @Test func runWithoutArgumentsUsesDefaults() throws {
    #expect(try Command([]) == .run(RunOptions()))
  }

  @Test func optionsAloneMeanARun() throws {
    var options = RunOptions()
    options.tasks = [.walk]
    options.choosesTasks = true
    #expect(try Command(["--tasks", "walk"]) == .run(options))
  }

  @Test func aRunTakesEveryOption() throws {
    var options = RunOptions()
    options.paths = ["a.json", "-odd"]
    options.tasks = [.tree, .validate]
    options.choosesTasks = true
    options.contenders = ["Foundation", "yyjson"]
    options.seconds = 1.5
    options.rotates = true
    options.kernel = "portable"
    options.isAsOnApple = true
    options.output = OutputOptions(format: .markdown, file: "out=1.md")
    let arguments = [
      "run", "a.json", "--tasks", "tree,validate,tree", "--contenders=foundation, yyjson",
      "--seconds", "1.5", "--rotate", "--kernel", "Portable", "--as=Apple", "--format=Markdown",
      "--output=out=1.md", "--", "-odd",
    ]
    #expect(try Command(arguments) == .run(options))
  }

  @Test func aComparisonMayFail() throws {
    var options = CompareCommand(old: "a", new: "b")
    options.failAbove = 2.5
    #expect(try Command(["compare", "a", "--fail-above=2.5", "b"]) == .compare(options))
  }

  @Test func aReportTakesFilesOrResults() throws {
    guard case .report(let options) = try Command(["report", "a.json", "--seconds", "0.5"]) else {
      Issue.record("no report")
      return
    }
    #expect(options.run.paths == ["a.json"] && options.run.seconds == 0.5)
    #expect(options.run.tasks == ReportOptions.tasks)
    #expect(options.documents == ["README.md", "Docs/Measurements.md"])
    guard
      case .report(let pieces) = try Command([
        "report", "--from", "a,b", "--document=none", "--figures", "out",
      ])
    else {
      Issue.record("no report")
      return
    }
    #expect(pieces.results == ["a", "b"] && pieces.documents == [] && pieces.figures == "out")
  }

  @Test(
    arguments: CheckOptions.Check.allCases.map { ($0.rawValue, CheckOptions($0)) } + [
      ("numbers --count=12 --seed 34", options(.numbers) { ($0.count, $0.seed) = (12, 34) }),
      ("floats --stride 2", options(.floats) { $0.stride = 2 }),
      ("memory --bytes 99", options(.memory) { $0.bytes = 99 }),
      ("attacks zeros --write", options(.attacks) { ($0.names, $0.writes) = (["zeros"], true) }),
      ("out-of-memory tree", options(.outOfMemory) { $0.names = ["tree"] }),
      (
        "growth tree lines --count 50",
        options(.growth) { ($0.names, $0.count) = (["tree", "lines"], 50) }
      ),
      (
        "scale a.json --rounds 3 b",
        options(.scale) { ($0.names, $0.rounds) = (["a.json", "b"], 3) }
      ),
    ])
  func checksTakeTheirOptions(words: String, expected: CheckOptions) throws {
    let arguments = ["check"] + words.split(separator: " ").map(String.init)
    #expect(try Command(arguments) == .check(expected))
  }

  private static func options(
    _ check: CheckOptions.Check, _ change: (inout CheckOptions) -> Void
  ) -> CheckOptions {
    var options = CheckOptions(check)
    change(&options)
    return options
  }

  @Test func helpIsFoundAnywhere() throws {
    #expect(try Command(["--help"]) == .help(.overview))
    #expect(try Command(["help", "compare"]) == .help(.compare))
    #expect(try Command(["run", "--tasks", "walk", "-h"]) == .help(.run))
    #expect(try Command(["generate", "--help"]) == .help(.generate))
    #expect(try Command(["check", "scale", "--help"]) == .help(.check))
    #expect(try Command(["--version"]) == .version)
  }

  @Test(arguments: [
    (["fly"], "unknown command 'fly'"), ([""], "unknown command ''"),
    (["run", "--fly"], "unknown option '--fly'"), (["run", "-x"], "unknown option '-x'"),
    (["run", ""], "an empty file name"),
    (["run", "--rotate=yes"], "takes no value"),
    (["run", "--seconds"], "--seconds needs a number of seconds above 0"),
    (["run", "--seconds", "nan"], "not 'nan'"), (["run", "--seconds", "-1"], "not '-1'"),
    (["run", "--seconds", "0"], "not '0'"), (["run", "--seconds", "1e99"], "not '1e99'"),
    (["run", "--seconds", "inf"], "not 'inf'"), (["run", "--seconds="], "not ''"),
    (["run", "--seconds", "--rotate"], "--seconds needs"),
    (["run", "--tasks", "fly"], "one or more of validate, document, walk, tree,"),
    (["run", "--tasks", ""], "not ''"), (["run", "--tasks", "walk,,tree"], "not ''"),
    (["run", "--contenders", "nobody"], "simdjson, yyjson, orjson, not 'nobody'"),
    (["run", "--format", "pdf"], "one of table, json, markdown, svg, not 'pdf'"),
    (["run", "--output", ""], "--output needs the name of a file"),
    (["compare"], "needs two result files"), (["compare", "a"], "needs two result files"),
    (["compare", "a", "b", "c"], "needs two result files"),
    (["compare", "a", ""], "needs two result files"),
    (["compare", "a", "b", "--fly"], "unknown option '--fly'"),
    (["compare", "a", "b", "--fail-above", "much"], "--fail-above needs a number of per cent"),
    (["compare", "a", "b", "--fail-above", "-1"], "not '-1'"),
    (["report", "--fly"], "unknown option '--fly'"),
    (["report", "--from", "a", "b.json"], "not both"), (["report", "--seconds", "0"], "not '0'"),
    (["report", "--figures="], "--figures needs a folder"),
    (["list", "all"], "takes no arguments"), (["help", "fly"], "no help for 'fly'"),
    (["generate"], "needs one folder"), (["generate", "a", "b"], "needs one folder"),
    (["generate", "a", "--seed", "-1"], "--seed needs a whole number"),
    (["generate", "a", "--seed", "99999999999999999999"], "--seed needs a whole number"),
    (["check"], "needs one of numbers, floats"), (["check", "all"], "unknown check 'all'"),
    (["check", "numbers", "--count", "0"], "--count needs a whole number"),
    (["check", "numbers", "--count", "1e8"], "not '1e8'"),
    (["check", "numbers", "--seed", "-1"], "--seed needs a whole number"),
    (["check", "numbers", "a.json"], "takes no files"),
    (["check", "numbers", "--fly"], "jsonbench check numbers --help lists"),
    (["check", "floats", "--part", "0/8"], "--part needs one of so many parts"),
    (["check", "floats", "--part", "9/8"], "not '9/8'"),
    (["check", "hostile", "--count", "1"], "unknown option '--count'"),
    (["check", "hostile", "tree"], "takes no files"),
    (["check", "scale", "--rounds", "0"], "--rounds needs a whole number"),
    (["check", "scale", ""], "an empty file name"),
    (["check", "scale", "--rounds"], "--rounds needs a whole number"),
    (["check", "growth", "--count", "0"], "--count needs a whole number"),
  ])
  func badUseIsRefusedInOneLine(arguments: [String], expected: String) throws {
    let error = try #require(throws: UsageError.self) { try Command(arguments) }
    #expect(error.message.contains(expected))
    #expect(!error.message.contains("\n"))
  }

  @Test func messagesStayOneLineWhateverTheNames() {
    #expect(UsageError("cannot read a\nb: no").message == "cannot read a b: no")
  }

  @Test(arguments: [
    ["run", "/no/such/file.json"], ["run", "--seconds", "nan"], ["fly"],
    ["compare", "/no/such/old.json", "/no/such/new.json"], ["generate"],
    ["run", "--contenders", "orjson", "--tasks", "validate"],
    ["run", "--output", "/no/such/folder/out.json"], ["check"],
    ["report", "--from", "/no/such/file.json", "--document", "none"],
    ["report", "--document", "/no/such/file.md"],
    ["check", "peak-memory", "/no/such/file.json"], ["check", "growth-row", "tree"],
    ["check", "stream-memory", "lines", "much", "1", "file"], ["check", "attack-run"],
    ["check", "growth", "no-such-row"],
  ])
  func badUseEndsWithCodeTwo(arguments: [String]) {
    #expect(JSONBench.run(arguments: arguments, counter: .unavailable) == 2)
  }
}
