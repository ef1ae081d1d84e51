import Foundation
import RushJSON
import Synchronization
import Testing

@testable import BenchmarkHarness

/// The attacks themselves, small: their costs are the business of `jsonbench check attacks`.
@Suite struct AttackTests {
  @Test(arguments: Attack.all.map(\.name))
  func attacksRun(name: String) throws {
    let attack = try Attack.named(name)
    let run = AttackRun(attack: attack, size: 3000, comparesSteps: true, counter: .unavailable)
    let lines = try Self.onLargeStack { run.lines() }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.bytes > 300, "\(line.name)")
      // Ordinary input is never refused.
      if line.isOrdinary { #expect(line.outcome == "", "\(line.name)") }
    }
  }

  /// The type of the decoder's row recurses, and without optimisation 511 levels exceed the stack of a test.
  private static func onLargeStack(
    _ body: @escaping @Sendable () -> [AttackRun.Line]
  ) throws -> [AttackRun.Line] {
    let result = Mutex<[AttackRun.Line]?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let lines = body()
      result.withLock { $0 = lines }
      done.signal()
    }
    thread.stackSize = 256 << 20
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 })
  }

  @Test func attackTableMatchesDocument() throws {
    #expect(try AttackTable.documentedNames() == Attack.all.map(\.name))
    #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
    #expect(try AttackTable.missing(from: Attack.all).isEmpty)
    #expect(try AttackTable.missing(from: Array(Attack.all.dropFirst())).count == 1)
  }

  /// What each attack is allowed is within what SECURITY.md promises.
  @Test func securityPageHasTheBounds() throws {
    for attack in Attack.all {
      for row in attack.cases {
        let bounds = AttackBounds.of(row.name, in: attack)
        let bound = attack.name == "depth limit raised" ? bounds.raised : bounds.memory
        let allowed = row.allowance?.memory ?? Allowance.usualMemory
        #expect(allowed <= bound, "\(attack.name), \(row.name): \(allowed)")
      }
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "SECURITY.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(
      String.init)
    for line in AttackBounds.table { #expect(lines.contains(line)) }
  }

  /// Attacks can be measured one by one.
  @Test func linesOfOtherAttacksStay() {
    let titles = ["| Attack | … |", "| --- | --- |"]
    let old = titles + ["| a | 1 |", "| c | 1 |", "| gone | 1 |"]
    let new = titles + ["| b | 2 |", "| c | 2 |"]
    #expect(
      AttackTable.merged(old, with: new, order: ["a", "b", "c", "d"])
        == titles + ["| a | 1 |", "| b | 2 |", "| c | 2 |"])
  }

  @Test func namesCollide() { #expect(Set(CollidingNames.all).count == 70) }

  @Test(
    arguments: [
      (5.0, 4 << 20, "", true), (5.1, 0, "", false), (nil, 5 << 20, "", true),
      (1.0, 6 << 20, "", false), (100, 100 << 20, "tooDeep", true),
      (100, 0, "typeMismatch", false),
    ] as [(Double?, Int, String, Bool)])
  func boundsAreThoseOfTheTarget(cost: Double?, peak: Int, outcome: String, isGood: Bool) {
    let result = AttackResult(
      name: "x", cost: cost, peak: peak, bytes: 1 << 20, outcome: outcome)
    #expect(result.meetsTarget == isGood)
    #expect(result.isWithin(Allowance(cost: 200, memory: 200, reason: "")))
  }

  /// A short record may cost more for each byte, but not more than the bound for a record.
  @Test func recordsHaveBoundsOfTheirOwn() {
    let attack = Attack.text("x", "", through: [.elements]) { [UInt8](repeating: 0x20, count: $0) }
    let line = AttackRun.Line(
      name: "elements", isOrdinary: false, bytes: 100, allocations: 1, peak: 7, records: 50,
      outcome: "")
    let result = AttackResult.results(
      of: attack, steps: [5000], lines: [line], memory: [line], ordinary: ["elements": 2])[0]
    #expect(result.cost == 25)
    #expect(result.perRecord == 100)
    #expect(!result.meetsTarget)
    #expect(result.isWithin(Allowance(perRecord: 100, reason: "")))
    #expect(!result.isWithin(Allowance(perRecord: 99, reason: "")))
    #expect(!result.isWithin(Allowance(cost: 24, reason: "")))
  }

  @Test func costsAreComparedWithOrdinaryText() {
    let attack = Attack.text("x", "", through: [.tree]) { [UInt8](repeating: 0x20, count: $0) }
    let line = AttackRun.Line(
      name: "tree", isOrdinary: false, bytes: 100, allocations: 1, peak: 7, outcome: "emptyText")
    let results = AttackResult.results(
      of: attack, steps: [600], lines: [line], memory: [line], ordinary: ["tree": 2])
    #expect(
      results
        == [AttackResult(name: "tree", cost: 3, peak: 7, bytes: 100, outcome: "emptyText")])
  }

  @Test(arguments: FailureScenario.all.map(\.name))
  func scenariosOfFailureGiveTheSameEachTime(name: String) throws {
    let scenario = try FailureScenario.named(name)
    let file = URL.temporaryDirectory.appending(path: "rushjson-\(UUID()).json")
    let work = try scenario.prepare(file)
    let result = try work()
    #expect(try work() == result)
    #expect(result > 0)
    if scenario.writesFile { try FileManager.default.removeItem(at: file) }
  }
}
