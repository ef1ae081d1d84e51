// swift-tools-version: 6.2
import PackageDescription

// A program for each library product, which depends on that product alone, and one that times the coders.
// `Scripts/product-clients` gives a repository and its version, links the programs and runs them.
let products = [
  "RushJSONCore", "RushJSONProperties", "RushJSONStreams", "RushJSONEditing", "RushJSON",
  "RushJSONFiles", "RushJSONPush",
  "RushJSONPocket", "RushJSONMacros",
]

let environment = Context.environment
let package = Package(
  name: "ProductClients",
  platforms: [.macOS(.v12)],
  dependencies: [
    .package(
      url: environment["RUSHJSON_REPOSITORY"] ?? "../..",
      exact: Version(stringLiteral: environment["RUSHJSON_VERSION"] ?? "1.0.0"),
      traits: environment["RUSHJSON_TRAITS"].map {
        Set($0.split(separator: " ").map { .trait(name: String($0)) })
      }
        ?? [.defaults])
  ],
  targets: products.map { product in
    .executableTarget(
      name: "\(product)Client", dependencies: [.product(name: product, package: "RushJSON")])
  } + [
    .executableTarget(
      name: "CoderSpeed", dependencies: [.product(name: "RushJSON", package: "RushJSON")])
  ]
)
