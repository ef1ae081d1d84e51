// Steps from version to version.
#if canImport(RushJSONMacros)
  // snippet.program
  import RushJSON
  import RushJSONMacros

  @JSONModel
  struct Settings {
    var version = 3
    var theme: Theme
    var fontSize: Int

    @JSONModel struct Theme { var name: String }
  }

  extension Settings {
    /// Each step makes the tree of one version that of the next. The first begins
    /// with version 1, which had no member `version`.
    static let migrations: [@Sendable (inout RawJSON) -> Void] = [
      { tree in
        tree["fontSize"] = tree["font_size"] ?? 12
        tree["font_size"] = nil
      },
      { tree in tree["theme"] = ["name": tree["theme"] ?? "light"] },
    ]

    struct UnknownVersion: Error { var version: Int }

    init(migrating text: String) throws {
      var tree = try RawJSON(parsing: text)
      let version = tree["version"]?.intValue ?? 1
      guard 1...Self.migrations.count + 1 ~= version else {
        throw UnknownVersion(version: version)
      }
      for step in Self.migrations.dropFirst(version - 1) { step(&tree) }
      tree["version"] = RawJSON(Self.migrations.count + 1)
      self = try RushJSONDecoder().decode(Settings.self, from: tree)
    }
  }

  let old = #"{"font_size": 14, "theme": "dark"}"#
  let settings = try Settings(migrating: old)
  print(settings.version, settings.theme.name, settings.fontSize)  // 3 dark 14
// snippet.end
#endif
