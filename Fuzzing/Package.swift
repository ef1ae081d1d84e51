// swift-tools-version: 6.2
import PackageDescription

// The code that proves properties, in a package of its own: libFuzzer needs compiler flags that a package
// which others depend on must not have. `Fuzzing/run` gives them. Both programs compile the properties and
// the generators, to whose folders they have links.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .define("ONE_MODULE"),
]

let dependencies: [Target.Dependency] = [
  .product(name: "RushJSON", package: "RushJSON"),
  .product(name: "RushJSONCore", package: "RushJSON"),
  .product(name: "RushJSONProperties", package: "RushJSON"),
  .product(name: "RushJSONStreams", package: "RushJSON"),
  .product(name: "RushJSONEditing", package: "RushJSON"),
  .product(name: "RushJSONFiles", package: "RushJSON"),
  .product(name: "RushJSONPush", package: "RushJSON"),
  .product(name: "RushJSONPocket", package: "RushJSON"),
]

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "RushJSON", path: "..")],
  targets: [
    // libFuzzer chooses the bytes.
    .executableTarget(
      name: "fuzz", dependencies: dependencies + ["Counters"],
      // In the properties and their oracles, only calls are counted: to trace each comparison there takes
      // as long as the library itself, and leads libFuzzer to inputs that are new to an oracle alone.
      swiftSettings: settings + [
        .unsafeFlags(["-sanitize-coverage=func,inline-8bit-counters,pc-table"])
      ],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--wrap=__sanitizer_cov_8bit_counters_init",
          "-Xlinker", "--wrap=__sanitizer_cov_pcs_init",
        ])
      ]),
    // Gives libFuzzer the counters of code that runs, and no others.
    .target(name: "Counters"),
    // Seeds choose them; an ordinary program with optimisation.
    .executableTarget(name: "properties", dependencies: dependencies, swiftSettings: settings),
  ]
)
