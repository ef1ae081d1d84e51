/// Both coders give the same for a random type, random strategies, a value of the type, and texts that
/// more or less fit it.
enum TypeProperties {
  static func run(_ input: inout FuzzInput) throws {
    var comparison = TypeComparison(input)
    defer { input = comparison.generator }
    try comparison.run()
  }
}
