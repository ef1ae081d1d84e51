// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "EventSums",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "RushJSON", path: "../..")],
  targets: [
    .executableTarget(
      name: "eventsums", dependencies: [.product(name: "RushJSONFiles", package: "RushJSON")])
  ]
)
