import Testing

/// Every number that a program may give to the core takes the greatest, the least and zero.
@Suite struct ExtremeNumberTests {
  @Test(arguments: ExtremeUses.all)
  func extremesAreAccepted(_ use: ExtremeUse) { use.check() }
}
