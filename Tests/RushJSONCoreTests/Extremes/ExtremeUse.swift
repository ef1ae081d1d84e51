import RushJSONCore
import Testing

/// One number that a program may give to the library, and what the library makes of it.
///
/// The other modules have `ExtremeFileTests` and `ExtremeTimeTests`.
struct ExtremeUse: Sendable, CustomTestStringConvertible {
  /// The type and the name, as in `Docs/PublicInterface.txt`.
  let name: String
  /// A number that limits nothing here. The greatest numbers must do the same.
  let ample: Int
  /// A description of the result. Errors have no numbers in it.
  let outcome: @Sendable (Int) throws -> String

  var testDescription: String { name }

  init(_ name: String, ample: Int = 1 << 20, _ outcome: @escaping @Sendable (Int) throws -> String)
  {
    self.name = name
    self.ample = ample
    self.outcome = outcome
  }

  func result(_ number: Int) -> String {
    do { return try outcome(number) } catch { return "\(type(of: error))" }
  }

  /// The greatest numbers do what an ample one does, and those below zero what zero does.
  func check() {
    let ample = result(ample)
    #expect(result(.max) == ample)
    #expect(result(.max - 1) == ample)
    let least = result(0)
    #expect(result(-1) == least)
    #expect(result(.min) == least)
    #expect(result(.min + 1) == least)
    _ = result(1)
  }
}
