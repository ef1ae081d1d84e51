import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct FingerprintTests {
  @Test(arguments: [
    (#"[1,2]"#, #"[1,3]"#, "sum of number bits"), (#"["ab"]"#, #"["ba"]"#, "sum of string hashes"),
    (#"[true]"#, #"[false]"#, "trues"), (#"[null]"#, #"[]"#, "nulls"),
    (#"{"a":1}"#, #"{"b":1}"#, "sum of name hashes"), (#"[[]]"#, #"[{}]"#, "arrays"),
    (#"[0.1]"#, #"[0.10000000000000002]"#, "sum of number bits"),
  ])
  func differentDocumentsDiffer(first: String, second: String, field: String) throws {
    let difference = try fingerprint(first).difference(
      from: fingerprint(second), ownName: "A", otherName: "B")
    #expect(try #require(difference).contains(field))
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"[1]"#, #"[1.0]"#), (#"[0]"#, #"[-0.0]"#),
    (#"["é"]"#, #"["\u00e9"]"#),
    // Foundation keeps these as decimals, whose own conversion to Double is off.
    (#"[0.1234567890123456789]"#, #"[0.12345678901234568]"#),
  ])
  func sameValuesAgree(first: String, second: String) throws {
    #expect(try fingerprint(first) == fingerprint(second))
  }

  @Test func onlyCommonFieldsAreCompared() {
    let full = Fingerprint.accepted([.init(name: "nulls", value: 1), .init(name: "x", value: 2)])
    let partial = Fingerprint.accepted([.init(name: "nulls", value: 1)])
    #expect(full.difference(from: partial, ownName: "A", otherName: "B") == nil)
    #expect(full.difference(from: .accepted, ownName: "A", otherName: "B") == nil)
  }

  @Test func acceptingDiffersFromRefusing() throws {
    let difference = Fingerprint.accepted.difference(
      from: .refusal(reason: "no JSON"), ownName: "A", otherName: "B")
    #expect(difference == "A accepts it, B refuses it (no JSON)")
  }

  private func fingerprint(_ text: String) throws -> Fingerprint {
    try FoundationJSON.fingerprint(of: FoundationJSON.parse(Data(text.utf8)))
  }
}
