// swift-tools-version: 6.2
import PackageDescription

// A program for each library product, which depends on that product alone. `Scripts/product-clients` links
// and runs them.
let products = ["RushJSONCore", "RushJSON", "RushJSONPocket", "RushJSONMacros"]

let package = Package(
  name: "ProductClients",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "RushJSON", path: "../..")],
  targets: products.map { product in
    .executableTarget(
      name: "\(product)Client", dependencies: [.product(name: product, package: "RushJSON")])
  }
)
