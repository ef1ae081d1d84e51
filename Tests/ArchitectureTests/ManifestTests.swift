import Testing

/// What the manifest says to SwiftPM about who depends on whom.
///
/// SwiftPM compiles a target anew when a module that it names has changed. Code holds the layout of
/// types of all modules that it reaches, and a module's file stays the same when only a module below it
/// changes: so each has to be named (Docs/Decisions/0011-no-stale-builds.md).
@Suite struct ManifestTests {
  @Test func everyTargetNamesTheModulesThatItReaches() throws {
    let targets = try targets()
    #expect(targets.count > 10)
    for (name, dependencies) in targets {
      let missing = reached(from: dependencies, in: targets).subtracting(dependencies)
      #expect(missing.isEmpty, "\(name) does not name \(missing.sorted())")
    }
  }

  @Test func everyLibraryNamesTheModulesThatItReaches() throws {
    let targets = try targets()
    let text = try PackageTree.text(of: "Package.swift")
    let libraries = text.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/)
    #expect(libraries.count == 9)
    for library in libraries {
      let named = names(in: library.2)
      let missing = reached(from: named, in: targets).subtracting(named)
      #expect(missing.isEmpty, "the library \(library.1) does not name \(missing.sorted())")
    }
  }

  /// `Data.bytes` needs visionOS 1.1, which has the standard library of macOS 14.4.
  @Test func documentsNameTheOldestSystems() throws {
    let manifest = try PackageTree.text(of: "Package.swift")
    func oldest(_ system: String) throws -> String {
      let pattern = try Regex(
        "\\? \\[.*\\.\(system)\\((\\.v|\")([0-9.]+)", as: (Substring, Substring, Substring).self)
      return "\(system) \(try #require(manifest.firstMatch(of: pattern)).2)"
    }
    let systems = try ["macOS", "iOS", "tvOS", "watchOS", "visionOS"].map(oldest)
    #expect(systems.last == "visionOS 1.1")
    for file in ["README.md", "Docs/Platforms.md"] {
      let text = try PackageTree.text(of: file)
      for system in systems { #expect(text.contains(system), "\(file) does not say \(system)") }
    }
  }

  /// The Swift targets by name, with those that they name. Those in C begin with an underscore. A macro is
  /// a program that the compiler runs, not a module that code reaches.
  private func targets() throws -> [String: Set<String>] {
    let text = try PackageTree.text(of: "Package.swift")
    let declarations = text.matches(
      of: /\.(?:target|executableTarget|testTarget)\(\s*name: "([A-Za-z]\w*)"([^)]*)\)/)
    let macros = Set(text.matches(of: /\.macro\(\s*name: "(\w+)"/).map { String($0.1) })
    #expect(macros == ["RushJSONMacroPlugin"])
    var targets: [String: Set<String>] = [:]
    for declaration in declarations {
      let list = declaration.2.firstMatch(of: /dependencies: \[([^\]]*)\]/)
      targets[String(declaration.1)] = (list.map { names(in: $0.1) } ?? []).subtracting(macros)
    }
    return targets
  }

  private func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: /"([A-Za-z]\w*)"/).map { String($0.1) })
  }

  private func reached(from names: Set<String>, in targets: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var open = names
    while let name = open.popFirst() {
      if reached.insert(name).inserted { open.formUnion(targets[name] ?? []) }
    }
    return reached
  }
}
