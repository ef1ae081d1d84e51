// What rushjson understands. Parsing, help, completions and the manual page are made of these tables.

import RushJSON

/// An option of a command.
struct OptionEntry: Sendable {
  /// With its dashes.
  var name: String
  /// What its value is called in help, and how a message says what is needed. `nil` if it has none.
  var value: (name: String, hint: String)?
  var summary: String
  /// Whether it may be given more than once.
  var isRepeated = false
  /// A second value, if it has one.
  var second: (name: String, hint: String)?
}

/// A command, such as `rushjson format`.
struct CommandEntry: Sendable {
  /// What the operands are.
  enum Operands: Sendable {
    /// Any number of files; standard input if there are none.
    case files
    /// One file or more.
    case someFiles
    /// A pattern, unless an option has it, and then files.
    case patternAndFiles
    /// As many files as there are names.
    case exactly([String])
    /// One of these words, or nothing.
    case word([String])
  }

  var name: String
  var summary: String
  var operands: Operands
  var options: [OptionEntry] = []
  /// When the exit code is 1, if ever, and when it is 2 besides wrong usage. Otherwise it is 0.
  var exitCodes: (one: String?, two: String) = (nil, "the output cannot be written")
  /// The rest of the help, a paragraph each.
  var details: [String] = []

  /// The paragraph of the help about exit codes.
  var exitCodeText: String {
    let one = exitCodes.one.map { "1 if \($0); " } ?? ""
    return "The exit code is \(one)2 if \(exitCodes.two), or for wrong usage; 0 otherwise."
  }

  var usage: String {
    let operands =
      switch self.operands {
      case .files: "[FILE ...]"
      case .someFiles: "FILE ..."
      case .patternAndFiles: "PATTERN [FILE ...]"
      case .exactly(let names): names.joined(separator: " ")
      case .word(let words): words.isEmpty ? "" : words.joined(separator: "|")
      }
    return ["rushjson", name, options.isEmpty ? "" : "[options]", operands]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension CommandEntry {
  /// What does here what `option` was probably meant to do: an option of jq, or one that is misspelt.
  func hint(for option: String) -> String? {
    // An option of two letters and more that lacks a dash.
    if !option.hasPrefix("--"), options.contains(where: { $0.name == "-" + option }) {
      return "did you mean -\(option)?"
    }
    // `-rc` is `-r -c`.
    let short = option.hasPrefix("--") ? option : String(option.prefix(2))
    if let other = OptionTable.ofOthers.first(where: { $0.names.contains(short) }) {
      let isHere = options.contains { other.option.split(separator: " ").first == $0.name[...] }
      return isHere ? "write \(other.option)" : other.elsewhere
    }
    // A letter is near to every other one.
    if !option.hasPrefix("--") { return nil }
    return Spelling.nearest(to: option, of: options.map(\.name)).map { "did you mean \($0)?" }
  }
}

enum OptionTable {
  /// Options of jq and other tools, the option that does the same, and what to do where there is none.
  static let ofOthers: [(names: [String], option: String, elsewhere: String)] = [
    (
      ["-c", "--compact-output"], "--compact",
      "rushjson format has --compact, and values are on one line"
    ),
    (["-r", "-j", "--raw-output"], "--raw", "rushjson select has --raw"),
    (["--tab"], "--indent tab", "rushjson format has --indent tab"),
    (["-S", "--sort-keys"], "--sorted", "rushjson format has --sorted"),
    (["-s", "--slurp"], "--to-array", "rushjson lines has --to-array"),
    (["-e", "--exit-status"], "-e", "the exit code is 1 without it if there is no result"),
    (["-C", "--color-output"], "--color always", "this command has no colours"),
    (["-M", "--monochrome-output"], "--color never", "this command has no colours"),
    (["-q", "--silent"], "--quiet", "rushjson validate and rushjson diff have --quiet"),
    (["-i"], "--in-place", "rushjson format has --in-place, and rushjson edit edits in place"),
  ]

  static let json5 = OptionEntry(name: "--json5", summary: "read JSON5: comments, single quotes, …")
  static let jsonc = OptionEntry(name: "--jsonc", summary: "read comments and trailing commas")
  static let color = OptionEntry(
    name: "--color", value: ("WHEN", "one of auto, always, never"),
    summary: "colours: auto (on a terminal, unless NO_COLOR is set), always or never")
  static let unbuffered = OptionEntry(
    name: "--unbuffered", summary: "write each line when it is done, as on a terminal")
  private static let notJSON = "is not JSON or cannot be read"
  private static let notRead = "a text \(notJSON)"
  private static let pathHint = "a path such as /user/id or .user.id"
  private static let jsonValue = (name: "VALUE", hint: "a JSON value or a word")
  private static let replaced =
    "the new text is written beside the file, which it then replaces in one step, with the same permissions. "
    + "Of several hard links, the others keep the old text."
  private static let exact = "Numbers keep their digits, and members their order."

  static let commands: [CommandEntry] = [
    CommandEntry(
      name: "validate", summary: "check texts", operands: .files,
      options: [
        OptionEntry(name: "--quiet", summary: "no messages, only the exit code"), jsonc, json5,
        color,
      ],
      exitCodes: ("a text is not JSON", "a file cannot be read"),
      details: [
        "Checks that each file is one JSON value, and says where it is not. Takes the same memory for any "
          + "length."
      ]),
    CommandEntry(
      name: "format", summary: "write a text compact, indented, canonical or sorted",
      operands: .files,
      options: [
        OptionEntry(name: "--pretty", summary: "indented by two spaces (the default)"),
        OptionEntry(name: "--compact", summary: "without whitespace"),
        OptionEntry(
          name: "--indent", value: ("N", "a number of spaces from 0 to 16, or tab"),
          summary: "indented by N spaces, or by a tab"),
        OptionEntry(name: "--sorted", summary: "members sorted by name; takes memory"),
        OptionEntry(name: "--canonical", summary: "the form of RFC 8785; takes memory"),
        OptionEntry(name: "--values", summary: "values one after the other, such as JSON Lines"),
        OptionEntry(
          name: "--in-place", summary: "replace the files, when their new text is complete"),
        unbuffered, jsonc, json5, color,
      ],
      exitCodes: (nil, notRead),
      details: [
        "\(exact) Takes the same memory for any length, unless members are sorted: then the tree of the "
          + "text is in memory. Comments are read with --jsonc or --json5, and left out; rushjson edit keeps "
          + "them.",
        "In place, \(replaced) A file that is not JSON stays as it is.",
      ]),
    CommandEntry(
      name: "select", summary: "print the values at pointers or patterns",
      operands: .patternAndFiles,
      options: [
        OptionEntry(
          name: "-e", value: ("PATTERN", "a pattern such as /items/*/id"),
          summary: "another pattern; then all operands are files", isRepeated: true),
        OptionEntry(name: "--raw", summary: "strings without quotation marks and escapes"),
        OptionEntry(name: "--paths", summary: "the path of each value before it, and a tab"),
        OptionEntry(name: "--count", summary: "only the number of values"),
        OptionEntry(
          name: "--length", summary: "the number of elements, members, or characters of a string"),
        OptionEntry(name: "--keys", summary: "the names of objects, sorted"),
        OptionEntry(
          name: "--sort-by", value: ("PATH", pathHint),
          summary: "arrays sorted by this value of their elements"),
        OptionEntry(
          name: "--unique-by", value: ("PATH", pathHint),
          summary: "of elements with equal values there, the first"),
        OptionEntry(name: "--unchecked", summary: "do not check what is not selected"),
        OptionEntry(name: "--parallel", summary: "read the elements of an array on all cores"),
        unbuffered,
        jsonc, json5, color,
      ],
      exitCodes: ("nothing was selected", notRead),
      details: [
        "A pattern is a JSON Pointer, where * is every member or element (/items/*/id), or a part of "
          + "RFC 9535 with names, indexes, slices and wildcards ($.items[0:10].id, $['a b'][*]), or a path as in "
          + "jq (.items[].id, .\"a b\"[0]). A PATH leads to one value, in the first or the last form. "
          + "In jq's form a name is never an index, .items[2:4] is an array, and .items[2:4][] its elements.",
        "Prints one value a line. Takes the memory of one value, or of the text if a pattern counts from the "
          + "end of an array (.items[-1], $[-2:]). If two members on the path have one name, both count, and a "
          + "message says so; in the text in memory, the last one counts. The order is that of jq: null, booleans, "
          + "numbers, strings, arrays, objects. Sorting takes n log n comparisons, --unique-by one lookup an element.",
        "--parallel takes files and one pattern with every element of an array or member of an object, such as "
          + "/items/*/id. Of members of one name on the path to it, the first counts, and in an element the last one.",
      ]),
    CommandEntry(
      name: "lines", summary: "filter, select and convert JSON Lines", operands: .files,
      options: [
        OptionEntry(
          name: "--where",
          value: ("TEST", "a test such as /level=error, '.size >= 10', .text~slow or /user"),
          summary: "only lines that pass; several must all", isRepeated: true),
        OptionEntry(
          name: "--select", value: ("PATH", pathHint),
          summary: "only this value of each line; of several, an array", isRepeated: true),
        OptionEntry(
          name: "--object", value: ("NAME=PATH", "a name and a path, such as id=/user/id"),
          summary: "an object with this member; NAME alone is a member of the line",
          isRepeated: true),
        OptionEntry(name: "--csv", summary: "a row with commas (RFC 4180) of --select or --object"),
        OptionEntry(name: "--tsv", summary: "a row with tabs"),
        OptionEntry(
          name: "--from-array", value: ("PATH", "the path of an array; . or '' for the whole text"),
          summary: "read the elements of an array instead of lines"),
        OptionEntry(name: "--to-array", summary: "write an array instead of lines"),
        OptionEntry(name: "--count", summary: "only the number of lines"),
        OptionEntry(
          name: "--skip-bad", summary: "leave out lines that are not JSON, without a message"),
        unbuffered, color,
      ],
      exitCodes: ("no line was written", "a line \(notJSON), unless it is skipped"),
      details: [
        "A path is a JSON Pointer (/user/id) or a path as in jq (.user.id, .\"a b\"[0]). A test is a path, or "
          + "a path, one of = != < <= > >= ~, and a JSON value or a word. A word is the text of a string; other "
          + "texts need quotation marks: '.name = \"a b\"'. = (or ==) and != compare values, and a missing one "
          + "equals null, as in jq; ~ asks whether a string has this text in it; the others compare numbers, or "
          + "strings by their scalars. A path alone "
          + "asks whether there is a value, which may be null.",
        "Rows have a header of the names of --object. Null and missing values are empty fields, arrays and "
          + "objects their text. Without columns, each line must be an array. In fields of --tsv, tabs, line "
          + "feeds, carriage returns, NUL and backslashes are \\t, \\n, \\r, \\0 and \\\\.",
        "A line that is not JSON is reported and left out. Files are read on all cores, in the order of "
          + "their lines, in the same memory for any length.",
      ]),
    CommandEntry(
      name: "diff", summary: "the JSON Patch from one text to another",
      operands: .exactly(["OLD", "NEW"]),
      options: [
        OptionEntry(name: "--merge", summary: "a merge patch (RFC 7396) instead"),
        OptionEntry(name: "--text", summary: "lines such as '- /path: old' and '+ /path: new'"),
        OptionEntry(
          name: "--list", summary: "a line for each change: ~ replaced, + added, - removed, > moved"
        ),
        OptionEntry(
          name: "--ignore", value: ("PATH", "a path such as /items/*/updated or .items[].updated"),
          summary: "values at this path do not count", isRepeated: true),
        OptionEntry(
          name: "--unordered", value: ("PATH=NAME", "a path and a member, such as /items=id"),
          summary: "the order of this array does not count; its elements are known by this member",
          isRepeated: true),
        OptionEntry(name: "--quiet", summary: "no output, only the exit code"), jsonc, json5, color,
      ],
      exitCodes: ("the texts have different values", notRead),
      details: [
        "Prints the operations of RFC 6902, one a line, in an array. Both trees are in memory.",
        "A path refers to the text as the operations or lines before it have left it, and with --list to NEW, "
          + "or to OLD where a value is gone. rushjson patch --merge applies what --merge prints.",
        "In the PATH of --ignore and --unordered, * or [] is every member or element. --unordered /tags alone "
          + "compares whole elements, and /items=/meta/id takes a path. The patch leaves ignored values, and "
          + "the order of unordered arrays, as they are in OLD.",
      ]),
    CommandEntry(
      name: "patch", summary: "apply a JSON Patch or a merge patch",
      operands: .exactly(["PATCH", "FILE"]),
      options: [
        OptionEntry(name: "--merge", summary: "PATCH is a merge patch, whatever its kind"),
        OptionEntry(name: "--compact", summary: "write without whitespace"), jsonc, json5,
      ],
      exitCodes: (
        "the patch does not apply, and nothing is written", "\(notRead), or PATCH is not a patch"
      ),
      details: [
        "An array is a patch of RFC 6902, an object a merge patch of RFC 7396. The tree is in memory."
      ]),
    CommandEntry(
      name: "edit", summary: "change values of files and keep their comments and layout",
      operands: .someFiles,
      options: [
        OptionEntry(
          name: "--set", value: ("PATH", pathHint),
          summary: "set a value, or add a member or element", isRepeated: true, second: jsonValue),
        OptionEntry(
          name: "--insert", value: ("PATH", pathHint),
          summary: "insert before the element at this index", isRepeated: true, second: jsonValue),
        OptionEntry(
          name: "--append", value: ("PATH", pathHint), summary: "append to an array",
          isRepeated: true, second: jsonValue),
        OptionEntry(
          name: "--remove", value: ("PATH", pathHint), summary: "remove a member or element",
          isRepeated: true),
        OptionEntry(
          name: "--rename", value: ("PATH", pathHint), summary: "give a member another name",
          isRepeated: true, second: ("NAME", "a name")),
        OptionEntry(
          name: "--move", value: ("PATH", pathHint), summary: "move a value, with its comments",
          isRepeated: true, second: ("TO", pathHint)),
        OptionEntry(
          name: "--create", summary: "--set makes objects and arrays that are missing on the way"),
        OptionEntry(name: "--text", summary: "each VALUE is a string without quotation marks"),
        OptionEntry(
          name: "--if",
          value: ("TEST", "a test such as .dependencies.left-pad or '.private = true'"),
          summary: "only files that pass; several must all", isRepeated: true),
        OptionEntry(
          name: "--missing", value: ("ok", "ok"),
          summary: "pass over an edit of a value that a file does not have"),
        OptionEntry(
          name: "--dry-run", summary: "print the changes as a diff for patch -p0; write nothing"),
        OptionEntry(
          name: "--list", summary: "list the replaced ranges, a line of JSON each; write nothing"),
        json5,
      ],
      exitCodes: (
        "an edit does not apply, and the file stays, or one of several files \(notJSON)", notRead
      ),
      details: [
        "Edits each file and prints a line for each of several: changed, unchanged or skipped. A file that "
          + "cannot be edited is reported and stays as it is, and the others are edited. A test is that of "
          + "rushjson lines --where. ? after a step of a path skips what it does not fit, as in select: "
          + "--set '.a?.b' 1 changes only objects that have a.",
        "Edits apply in their order. Everything else stays as it was: comments, order, indentation, line ends, "
          + "trailing commas and the spelling of numbers. A comment on the line of a member, or directly above "
          + "it, goes where the member goes. Comments and trailing commas are accepted without an option.",
        "A VALUE is JSON, or a bare word as a string: --set /theme dark. 1.10 is a number, which a message says, "
          + "and 2.0.0 is neither: write '\"1.10\"', or --text. In a path as in jq, [0] is an element "
          + "and a name a member, also of what --create makes; [-1] is the last element. With [] a path leads to all "
          + "elements or members: --set '.items[].done' false, --remove '.items[].tmp', --append and --rename.",
        "\(replaced.prefix(1).uppercased() + replaced.dropFirst()) Of standard input, it is printed. The text "
          + "of one file, 16 bytes a value and about 500 an edit are in memory.",
      ]),
    CommandEntry(
      name: "model", summary: "Swift types for samples", operands: .files,
      options: [
        OptionEntry(
          name: "--name", value: ("NAME", "the name of a Swift type, such as Order"),
          summary: "the type of a sample (Model by default)"),
        OptionEntry(name: "--jsonmodel", summary: "types with @JSONModel instead of Codable"),
        OptionEntry(name: "--flat", summary: "types beside each other, not inside the first one"),
        OptionEntry(name: "--enums", summary: "an enum for a string with few values"), jsonc, json5,
      ],
      exitCodes: (nil, notRead),
      details: [
        "Each value of each file is a sample, so lines are many. The types decode every sample and write it back "
          + "equal. A member that is missing in a sample is optional, and a JSONField if it is null in one; a number "
          + "with a fraction in one is a Double; strings become Date (RFC 3339), URL and UUID if all of them are "
          + "written so. Objects of one shape are one type, and objects whose names are numbers, or many, a "
          + "dictionary. What has no Swift type is RawJSON.",
        "One sample at a time is in memory, 512 names of an object, and 24 levels. Digits beyond the precision of "
          + "a Double are not kept.",
      ]),
    CommandEntry(
      name: "stats", summary: "the shape of a text: kinds, depth, sizes", operands: .files,
      options: [
        OptionEntry(name: "--lines", summary: "count all values of a stream, such as JSON Lines"),
        jsonc, json5,
      ],
      exitCodes: (nil, notRead),
      details: [
        "Shows progress on a terminal if the input is long. Takes the same memory for any length."
      ]),
    CommandEntry(
      name: "completions", summary: "completions for a shell",
      operands: .word(["bash", "zsh", "fish"])),
    CommandEntry(name: "manual", summary: "the manual page, for man -l -", operands: .word([])),
  ]

  static let exitCodes =
    "Exit codes: 0 done, valid, selected or equal; 1 not valid (validate), nothing selected, different, a "
    + "patch or an edit that does not apply, or one of several edited files that cannot be read; 2 wrong usage, a text that is not JSON (all commands but validate), or "
    + "something that cannot be read or written."

  static func command(named name: String) -> CommandEntry? { commands.first { $0.name == name } }

  static var names: String { commands.map(\.name).joined(separator: ", ") }
}
