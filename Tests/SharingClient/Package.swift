// swift-tools-version: 6.2
import PackageDescription

// A program that shares values and coders between threads. `Scripts/sharing-client` builds it with the thread sanitizer,
// which then sees the accesses in the code of a client and in what it inlines of the library.
let package = Package(
  name: "SharingClient",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "RushJSON", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "SharingClient",
      dependencies: ["RushJSON", "RushJSONMacros", "RushJSONStreams", "RushJSONEditing"].map {
        .product(name: $0, package: "RushJSON")
      })
  ]
)
