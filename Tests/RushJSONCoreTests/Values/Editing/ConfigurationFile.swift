import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// A configuration file as people keep it, edits, and the file after them.
struct ConfigurationFile: Sendable, CustomTestStringConvertible {
  var name: String
  var options: JSONReadingOptions
  var before: String
  var edits: [TextEdit]
  var after: String

  var testDescription: String { name }

  // Computed, because the leak sanitizer does not find memory behind the tagged pointers of stored edits.
  static var all: [ConfigurationFile] { [settings, compiler, launch, resolved, build] }

  /// An editor's settings.
  static var settings: ConfigurationFile {
    ConfigurationFile(
      name: "settings.json", options: .jsonc,
      before: """
        // Settings of this folder. They win over those of the user.
        {
            /* Looks */
            "workbench.theme": "Quiet Light", // for the beamer
            "editor.fontSize": 13.0,
            "editor.rulers": [80, 100],

            // Files

            "files.exclude": {
                "**/.build": true, // made by the compiler
                "**/.DS_Store": true
            },
            // Only until the new formatter is there.
            "swift.format": false,
            "files.eol": "\\n"
        }

        """,
      edits: [
        .set("/workbench.theme", "Night"), .append("/editor.rulers", 120),
        .set("/files.exclude/**~1node_modules", true), .remove("/swift.format"),
        .insertAfter("/editor.fontSize", "editor.lineHeight", 1.5),
        .rename("/files.eol", "files.lineEnd"),
      ],
      after: """
        // Settings of this folder. They win over those of the user.
        {
            /* Looks */
            "workbench.theme": "Night", // for the beamer
            "editor.fontSize": 13.0,
            "editor.lineHeight": 1.5,
            "editor.rulers": [80, 100, 120],

            // Files

            "files.exclude": {
                "**/.build": true, // made by the compiler
                "**/.DS_Store": true,
                "**/node_modules": true
            },
            "files.lineEnd": "\\n"
        }

        """)
  }

  /// A compiler's options, with commas after all items.
  static var compiler: ConfigurationFile {
    ConfigurationFile(
      name: "tsconfig.json", options: .jsonc,
      before: """
        {
          "extends": "./base.json",
          "compilerOptions": {
            /* Language */
            "target": "es2020",           /* of the servers */
            "lib": ["es2020", "dom"],
            // "experimental": true,

            /* Strictness */
            "strict": true,
            "noUnused": false,            // noisy
          },
          "include": [
            "src/**/*",  // sources
            "test/**/*", // and tests
          ],
          "references": [],
        }
        """,
      edits: [
        .set("/compilerOptions/target", "es2022"), .set("/compilerOptions/lib", ["es2022"]),
        .remove("/compilerOptions/noUnused"), .insert("/include/1", "tools/**/*"),
        .append("/references", ["path": "../core"]),
        .set("/compilerOptions/paths", ["@/*": ["src/*"]]),
      ],
      after: """
        {
          "extends": "./base.json",
          "compilerOptions": {
            /* Language */
            "target": "es2022",           /* of the servers */
            "lib": ["es2022"],
            // "experimental": true,

            /* Strictness */
            "strict": true,
            "paths": {
              "@/*": [
                "src/*",
              ],
            },
          },
          "include": [
            "src/**/*",  // sources
            "tools/**/*",
            "test/**/*", // and tests
          ],
          "references": [
            {
              "path": "../core",
            },
          ],
        }
        """)
  }

  /// Ways to start a program, with tabs.
  static var launch: ConfigurationFile {
    ConfigurationFile(
      name: "launch.json", options: .jsonc,
      before: """
        {
        \t"version": "0.2.0",
        \t"configurations": [
        \t\t{
        \t\t\t"name": "Server", // the default
        \t\t\t"program": "${folder}/server",
        \t\t\t"args": [],
        \t\t\t"env": { "PORT": "8080" }
        \t\t},
        \t\t// With the debugger of the system
        \t\t{
        \t\t\t"name": "Tests",
        \t\t\t"program": "${folder}/tests"
        \t\t}
        \t]
        }
        """,
      edits: [
        .move("/configurations/1", "/configurations/0"), .set("/configurations/1/env/DEBUG", "1"),
        .append("/configurations/1/args", "--verbose"),
        .append("/configurations", ["name": "Tool", "args": []]),
        .set("/configurations/0/env", [:]),
      ],
      after: """
        {
        \t"version": "0.2.0",
        \t"configurations": [
        \t\t// With the debugger of the system
        \t\t{
        \t\t\t"name": "Tests",
        \t\t\t"program": "${folder}/tests",
        \t\t\t"env": {}
        \t\t},
        \t\t{
        \t\t\t"name": "Server", // the default
        \t\t\t"program": "${folder}/server",
        \t\t\t"args": [
        \t\t\t\t"--verbose"
        \t\t\t],
        \t\t\t"env": { "PORT": "8080", "DEBUG": "1" }
        \t\t},
        \t\t{
        \t\t\t"name": "Tool",
        \t\t\t"args": []
        \t\t}
        \t]
        }
        """)
  }

  /// The versions of packages, in the layout of Foundation.
  static var resolved: ConfigurationFile {
    ConfigurationFile(
      name: "Package.resolved", options: .strict,
      before: """
        {
          "originHash" : "a1b2c3",
          "pins" : [
            {
              "identity" : "swift-collections",
              "kind" : "remoteSourceControl",
              "location" : "https://example.com/swift-collections",
              "state" : {
                "revision" : "0000000000000000000000000000000000000001",
                "version" : "1.1.0"
              }
            },
            {
              "identity" : "swift-log",
              "state" : {
                "branch" : "main"
              }
            }
          ],
          "version" : 3
        }

        """,
      edits: [
        .set("/pins/0/state/version", "1.2.0"), .remove("/pins/1"),
        .append("/pins", ["identity": "swift-nio", "state": ["version": "2.0.0"]]),
        .remove("/pins/0/kind"),
      ],
      after: """
        {
          "originHash" : "a1b2c3",
          "pins" : [
            {
              "identity" : "swift-collections",
              "location" : "https://example.com/swift-collections",
              "state" : {
                "revision" : "0000000000000000000000000000000000000001",
                "version" : "1.2.0"
              }
            },
            {
              "identity" : "swift-nio",
              "state" : {
                "version" : "2.0.0"
              }
            }
          ],
          "version" : 3
        }

        """)
  }

  /// The options of a build in JSON5.
  static var build: ConfigurationFile {
    ConfigurationFile(
      name: "build.json5", options: .json5,
      before: """
        // Build
        {
          mode: 'release',
          jobs: +4,       // cores
          mask: 0xFF,
          limits: {timeout: .5, retries: Infinity},
          'cache-dir': './cache', // not in git
          message: 'two \\
        lines',
        }
        """,
      edits: [
        .set("/mode", "debug"), .set("/limits/depth", 3), .rename("/cache-dir", "cache"),
        .move("/message", "/limits/message"), .set("/flags", ["-g", "it's"]), .remove("/jobs"),
      ],
      after: """
        // Build
        {
          mode: 'debug',
          mask: 0xFF,
          limits: {timeout: .5, retries: Infinity, depth: 3, message: 'two \\
        lines'},
          'cache': './cache', // not in git
          flags: [
            '-g',
            "it's",
          ],
        }
        """)
  }
}

@Suite struct ConfigurationFileTests {
  @Test(arguments: ConfigurationFile.all)
  func editsKeepTheLayout(_ file: ConfigurationFile) throws {
    let result = try JSONText.edited(file.before, file.edits, options: file.options)
    #expect(result == file.after)
  }

  /// Lines that end with a carriage return and a line feed stay so, and so do new ones.
  @Test(arguments: ConfigurationFile.all)
  func editsKeepLineBreaks(_ file: ConfigurationFile) throws {
    let before = file.before.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    let after = file.after.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(try JSONText.edited(before, file.edits, options: file.options) == after)
  }

  /// After each edit, the text has the values of a tree with the same edits.
  @Test(arguments: ConfigurationFile.all)
  func editsGiveTheValuesOfATree(_ file: ConfigurationFile) throws {
    var text = try JSONText(file.before, options: file.options)
    var tree = try RawJSON(parsing: file.before, options: file.options)
    for edit in file.edits {
      try edit.apply(to: &text)
      let read = try RawJSON(parsing: text.bytes, options: file.options)
      switch edit {
      case .set(let pointer, let value): try tree.set(value, at: pointer)
      case .insert(let pointer, let value): try tree.insert(value, at: pointer)
      case .append(let pointer, let value):
        try tree.insert(value, at: pointer.appending(JSONPointer.pastTheEnd))
      case .remove(let pointer): try tree.remove(at: pointer)
      case .move(let from, let to): try tree.apply([.move(from: from, to: to)])
      default: tree = read
      }
      #expect(read == tree)
    }
  }
}
