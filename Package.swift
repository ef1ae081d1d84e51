// swift-tools-version: 6.2
//
// The unsafe flags below are unsafe only in SwiftPM's sense: it does not check them. In debug builds they optimise the
// library, and in release builds on Linux they give the linker each function by itself, so that it removes those that a
// program does not use (Docs/Decisions/0022-compiler-flags.md). SwiftPM takes them in dependencies from tools version
// 6.2 on. To build without them: `traits: []` in your dependency for debug builds, or RUSHJSON_PLAIN_FLAGS=1 in the
// environment for all builds.
import CompilerPluginSupport
import PackageDescription

// One list for every Swift target: the language as strict as it goes, and every use of unsafe
// memory an error unless it is marked, so that each mark can carry its invariant.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
]

// A debug build of a program has an optimised library: on records of 2 MB, an unoptimised one decodes in 92 ms and
// an optimised one in 6 (Docs/Decisions/0022).
let optimizedDebug = BuildSettingCondition.when(
  configuration: .debug, traits: ["OptimizedDebugBuilds"])
// In release builds, each function is a section of its own that the linker removes if a program does not use it: a
// quarter of the library in a program that decodes and encodes.
let linkedRelease = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let hasPlainFlags = Context.environment["RUSHJSON_PLAIN_FLAGS"] != nil
// The debug information of release builds has functions and lines, for crash reports and profiles, and no variables: the core
// compiles in 83 s of processor time and not in 94. SwiftPM's `-g` follows these flags, so they go to the frontend.
let lineTables: [SwiftSetting] =
  hasPlainFlags ? [] : [.unsafeFlags(["-Xfrontend", "-gline-tables-only"], linkedRelease)]
// RUSHJSON_CHECKED=1 keeps the assertions of the optimised library, so that tests and fuzzers find a wrong index where it
// happens (CONTRIBUTING.md). Pointers then carry the bounds of their memory. Without it, the library has neither.
let checks: [SwiftSetting] =
  Context.environment["RUSHJSON_CHECKED"] == nil
  ? [] : [.unsafeFlags(["-assert-config", "Debug"]), .define("RUSHJSON_CHECKED")]
let librarySettings =
  settings + checks
  + (hasPlainFlags
    ? []
    : [
      .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
        optimizedDebug),
      .unsafeFlags(
        ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"], linkedRelease),
    ]) + lineTables
let shimSettings: [CSetting] =
  hasPlainFlags
  ? []
  : [.unsafeFlags(["-O2"], optimizedDebug), .unsafeFlags(["-ffunction-sections"], linkedRelease)]
// For size: loops over bytes are in the core. A client has 17 KB less, and no task is 2 % slower.
let sizeSettings: [SwiftSetting] = hasPlainFlags ? [] : [.unsafeFlags(["-Osize"], linkedRelease)]

// For the two largest test targets: in release builds, they test the optimised library, and compile in a third of the time.
let testSettings: [SwiftSetting] =
  settings + (hasPlainFlags ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])

// The library runs on older systems than its tests and benchmarks, which use newer interfaces. On a
// Mac, RUSHJSON_TESTS=1 builds everything for the newest systems (Docs/Platforms.md).
let platforms: [SupportedPlatform] =
  Context.environment["RUSHJSON_TESTS"] == nil
  ? [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS("1.1")]
  : [.macOS("26.0"), .iOS("26.0"), .tvOS("26.0"), .watchOS("26.0"), .visionOS("26.0")]

let package = Package(
  name: "RushJSON",
  platforms: platforms,
  products: [
    // A product names every module that its clients reach, and a target likewise: SwiftPM compiles
    // code anew only when a module that it names has changed (Docs/Decisions/0011).
    .library(name: "RushJSON", targets: ["RushJSON", "RushJSONCore"]),
    .library(name: "RushJSONCore", targets: ["RushJSONCore"]),
    .library(name: "RushJSONProperties", targets: ["RushJSONProperties", "RushJSONCore"]),
    .library(name: "RushJSONStreams", targets: ["RushJSONStreams", "RushJSONCore"]),
    .library(name: "RushJSONEditing", targets: ["RushJSONEditing", "RushJSONCore"]),
    .library(
      name: "RushJSONFiles",
      targets: ["RushJSONFiles", "RushJSONStreams", "RushJSON", "RushJSONCore"]),
    .library(name: "RushJSONPush", targets: ["RushJSONPush", "RushJSON", "RushJSONCore"]),
    .library(name: "RushJSONPocket", targets: ["RushJSONPocket", "RushJSON", "RushJSONCore"]),
    .library(
      name: "RushJSONMacros", targets: ["RushJSONMacros", "RushJSONProperties", "RushJSONCore"]),
    .executable(name: "jsonbench", targets: ["jsonbench"]),
    .executable(name: "rushjson", targets: ["RushJSONCommand"]),
  ],
  traits: [
    // One by default: SwiftPM passes a flag for each trait in an order that changes from plan to plan, and with
    // two of them half of the plans would compile everything anew.
    .default(enabledTraits: ["OptimizedDebugBuilds"]),
    .trait(
      name: "OptimizedDebugBuilds",
      description: """
        Compiles the library with optimisation in debug builds, so that programs and their tests read \
        and write JSON as fast as in release builds. Turn it off to step through the library in a debugger.
        """),
    .trait(
      name: "FoundationEssentialsOnly",
      description: """
        Builds the library on FoundationEssentials alone, where that module exists. A statically linked \
        program is then 40 MB smaller. Foundation's objects, `[AnyHashable: Any]`, and \
        RushJSONSerialization are unavailable.
        """),
    .trait(
      name: "PublicInterfacesOnly",
      description: """
        Reads short strings, Codable containers and trees by public interfaces alone. Otherwise the \
        library uses the layout that the standard library gives them, where a probe at run time finds \
        it as expected. Everything works the same, more slowly.
        """),
  ],
  targets: [
    .target(name: "_RushJSONShims", cSettings: shimSettings),
    // Square roots and rounding may be calls into the C library's mathematics. Foundation links it, but the
    // core must not depend on that.
    .target(
      name: "RushJSONCore", dependencies: ["_RushJSONShims"], swiftSettings: librarySettings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android, .openbsd]))]),
    .target(
      name: "RushJSONProperties", dependencies: ["RushJSONCore"], swiftSettings: librarySettings),
    .target(
      name: "RushJSONStreams", dependencies: ["RushJSONCore", "_RushJSONShims"],
      swiftSettings: librarySettings),
    .target(
      name: "RushJSONEditing", dependencies: ["RushJSONCore"],
      swiftSettings: librarySettings),
    // Foundation, or FoundationEssentials alone with the trait of that name.
    .target(name: "_RushJSONFoundation", swiftSettings: settings),
    .target(
      name: "RushJSON", dependencies: ["RushJSONCore", "_RushJSONFoundation"],
      swiftSettings: librarySettings + sizeSettings),
    .target(
      name: "RushJSONFiles",
      dependencies: ["RushJSONStreams", "RushJSON", "RushJSONCore", "_RushJSONFoundation"],
      swiftSettings: librarySettings + sizeSettings),
    .target(
      name: "RushJSONPush", dependencies: ["RushJSON", "RushJSONCore", "_RushJSONFoundation"],
      swiftSettings: librarySettings + sizeSettings),
    .target(
      name: "RushJSONPocket", dependencies: ["RushJSON", "RushJSONCore"], swiftSettings: settings),
    // The macros, for those who import them alone: the plugin is a program of the compiler's machine.
    .target(
      name: "RushJSONMacros",
      dependencies: ["RushJSONMacroPlugin", "RushJSONProperties", "RushJSONCore"],
      swiftSettings: librarySettings),
    .macro(
      name: "RushJSONMacroPlugin", dependencies: ["RushJSONMacroExpansion"],
      swiftSettings: settings),
    .target(name: "RushJSONMacroExpansion", swiftSettings: settings),
    .target(
      name: "CorpusGenerator", path: "Benchmarks/CorpusGenerator",
      swiftSettings: settings + lineTables),
    // Replaces malloc in every program that links it: for jsonbench alone.
    .target(name: "_AllocationCounter", path: "Benchmarks/AllocationCounter"),
    // What the two programs share: arguments, usage errors, terminals, figures.
    .target(
      name: "CommandLineTools", path: "Tools/CommandLineTools", swiftSettings: settings + lineTables
    ),
    .target(
      name: "RushJSONTool",
      dependencies: [
        "RushJSON", "RushJSONCore", "CommandLineTools", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Tools/RushJSONTool", swiftSettings: settings + lineTables),
    // Not named like the program, whose name differs from a module's only in case.
    .executableTarget(
      name: "RushJSONCommand",
      dependencies: [
        "RushJSONTool", "RushJSON", "RushJSONCore", "CommandLineTools", "RushJSONFiles",
        "RushJSONStreams", "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Tools/rushjson", swiftSettings: settings),
    // The same types twice, from the same files: with Codable alone, and with the macros, too.
    .target(
      name: "BenchmarkModels", dependencies: ["RushJSONMacroPlugin"],
      path: "Benchmarks/Models/Codable", swiftSettings: settings + lineTables),
    .target(
      name: "BenchmarkDirectModels",
      dependencies: ["RushJSON", "RushJSONCore", "RushJSONMacros", "RushJSONProperties"],
      path: "Benchmarks/Models/Direct", swiftSettings: settings + lineTables),
    .target(
      name: "BenchmarkHarness",
      dependencies: [
        "RushJSON", "RushJSONCore", "CorpusGenerator", "CommandLineTools", "BenchmarkModels",
        "BenchmarkDirectModels", "RushJSONMacros", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Benchmarks/BenchmarkHarness", swiftSettings: settings + lineTables),
    .executableTarget(
      name: "jsonbench",
      dependencies: [
        "BenchmarkHarness", "RushJSON", "RushJSONCore", "CorpusGenerator", "CommandLineTools",
        "BenchmarkModels", "BenchmarkDirectModels", "RushJSONMacros", "_AllocationCounter",
        "RushJSONFiles", "RushJSONStreams", "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Benchmarks/jsonbench", swiftSettings: settings),
    // Kills a process while it saves pockets, and looks at what is in the file.
    .executableTarget(
      name: "pocketcheck", dependencies: ["RushJSONPocket", "RushJSON", "RushJSONCore"],
      path: "Tests/PocketCheck", swiftSettings: settings),
    // Prints what the library makes of the same inputs, so that other compilers can be compared.
    .executableTarget(
      name: "digests", dependencies: ["RushJSONCore", "RushJSONEditing", "CorpusGenerator"],
      path: "Tests/Digests", swiftSettings: settings),
    .testTarget(
      name: "RushJSONCoreTests",
      dependencies: [
        "RushJSONCore", "CorpusGenerator", "RushJSONStreams", "RushJSONEditing",
        "RushJSONProperties",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "RushJSONTests",
      dependencies: [
        "RushJSON", "RushJSONCore", "CorpusGenerator", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties", "RushJSONPush",
      ],
      swiftSettings: testSettings),
    // The same code for Foundation's coders and for this library's, in both language modes: the others
    // have links to the files of one folder.
    .testTarget(
      name: "SourceCompatibilityTests",
      dependencies: [
        "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams", "RushJSONEditing",
        "RushJSONProperties",
      ],
      path: "Tests/SourceCompatibility/Swift6", swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "SourceCompatibilitySwift5Tests",
      dependencies: [
        "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams", "RushJSONEditing",
        "RushJSONProperties",
      ],
      path: "Tests/SourceCompatibility/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FoundationSourceTests", path: "Tests/SourceCompatibility/FoundationSwift6",
      swiftSettings: [.swiftLanguageMode(.v6), .define("FOUNDATION_CODERS")]),
    .testTarget(
      name: "FoundationSourceSwift5Tests", path: "Tests/SourceCompatibility/FoundationSwift5",
      swiftSettings: [.swiftLanguageMode(.v5), .define("FOUNDATION_CODERS")]),
    // In the mode of new applications: everything belongs to the main actor.
    .testTarget(
      name: "IsolatedModuleTests",
      dependencies: [
        "RushJSONPocket", "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties", "RushJSONPush",
      ],
      swiftSettings: settings + [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    // The same code in both language modes and in the mode of new applications: the files of one folder, to
    // which the others have links.
    .testTarget(
      name: "MacroClientTests",
      dependencies: [
        "RushJSONMacros", "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Tests/MacroClients/Swift6", swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "MacroClientSwift5Tests",
      dependencies: [
        "RushJSONMacros", "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Tests/MacroClients/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MacroClientIsolatedTests",
      dependencies: [
        "RushJSONMacros", "RushJSON", "RushJSONCore", "RushJSONFiles", "RushJSONStreams",
        "RushJSONEditing", "RushJSONProperties",
      ],
      path: "Tests/MacroClients/Isolated",
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    .testTarget(
      name: "RushJSONMacroExpansionTests",
      dependencies: ["RushJSONMacroExpansion", "RushJSONCore", "RushJSONProperties"],
      exclude: ["Expansions"], swiftSettings: settings),
    .testTarget(
      name: "RushJSONPushTests",
      dependencies: ["RushJSONPush", "RushJSON", "RushJSONCore"],
      swiftSettings: settings),
    .testTarget(
      name: "RushJSONPocketTests",
      dependencies: ["RushJSONPocket", "RushJSON", "RushJSONCore", "pocketcheck"],
      swiftSettings: settings),
    .testTarget(
      name: "CorpusGeneratorTests", dependencies: ["CorpusGenerator"], swiftSettings: settings),
    // The properties that Fuzzing, a package of its own, holds against inputs of its making, and what it
    // has found.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "RushJSONPocket", "RushJSON", "RushJSONCore", "CorpusGenerator", "_RushJSONShims",
        "RushJSONFiles", "RushJSONStreams", "RushJSONEditing", "RushJSONProperties",
        "RushJSONPush",
      ],
      exclude: ["Findings"], swiftSettings: settings),
    // Reads the sources, so it depends on none of them.
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "jsonbenchTests",
      dependencies: [
        "BenchmarkHarness", "RushJSON", "RushJSONCore", "CorpusGenerator", "CommandLineTools",
        "BenchmarkModels", "BenchmarkDirectModels", "RushJSONMacros", "RushJSONFiles",
        "RushJSONStreams", "RushJSONEditing", "RushJSONProperties",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RushJSONToolTests",
      dependencies: [
        "RushJSONCommand", "RushJSONTool", "RushJSON", "RushJSONCore", "CommandLineTools",
        "RushJSONFiles", "RushJSONStreams", "RushJSONEditing", "RushJSONProperties",
      ],
      swiftSettings: settings),
  ]
)

// `.ci/run` sets this, so that warnings are errors in the commands that it takes from the README, too.
if Context.environment["RUSHJSON_WARNINGS"] == "errors" {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}

// The same tests in the other language modes, and with Foundation's coders: `.ci/run` sets RUSHJSON_GATE and builds them.
if Context.environment["RUSHJSON_GATE"] == nil {
  let repeated: Set = [
    "SourceCompatibilitySwift5Tests", "FoundationSourceTests", "FoundationSourceSwift5Tests",
    "MacroClientSwift5Tests", "MacroClientIsolatedTests",
  ]
  package.targets.removeAll { repeated.contains($0.name) }
}

// RUSHJSON_TEST_TARGETS="RushJSONCoreTests" builds the library, these tests and what they depend on:
// `.ci/run` compiles no more than it needs for each sanitizer.
if let tests = Context.environment["RUSHJSON_TEST_TARGETS"] {
  var chosen: Set<String> = [
    "_RushJSONShims", "_RushJSONFoundation", "RushJSONCore", "RushJSON", "RushJSONPocket",
    "CorpusGenerator",
  ]
  var pending = tests.split(separator: ",").map(String.init)
  while let name = pending.popLast() {
    guard chosen.insert(name).inserted else { continue }
    let dependencies = package.targets.first { $0.name == name }?.dependencies ?? []
    for case .byNameItem(let dependency, _) in dependencies { pending.append(dependency) }
  }
  package.products.removeAll { !chosen.contains($0.name) }
  package.targets.removeAll { !chosen.contains($0.name) }
}

// RUSHJSON_TEST_FILES="RushJSONCoreTests/Streams/ElementTests.swift" compiles no other file of the test targets.
if let files = Context.environment["RUSHJSON_TEST_FILES"]?.split(separator: " "), !files.isEmpty {
  for target in package.targets where target.type == .test {
    let folder = target.name + "/"
    let own = files.filter { $0.hasPrefix(folder) }
    target.sources = own.map { String($0.dropFirst(folder.count)) }
  }
}
