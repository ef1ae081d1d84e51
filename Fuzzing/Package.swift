// swift-tools-version: 6.2
import PackageDescription

// The fuzz targets, in a package of their own: they need compiler flags that a package which others
// depend on must not have. `Fuzzing/run` gives them.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "RushJSON", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "RushJSON", package: "RushJSON"),
        .product(name: "RushJSONCore", package: "RushJSON"),
        .product(name: "RushJSONPocket", package: "RushJSON"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
      ])
  ]
)
