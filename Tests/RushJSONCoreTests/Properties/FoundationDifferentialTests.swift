import CorpusGenerator
import Foundation
import RushJSONCore
import Testing

/// Documents and `JSONSerialization` read the same values from the same texts.
@Suite struct FoundationDifferentialTests {
  @Test(arguments: TestFolder.documents)
  func corpus(_ name: String) throws {
    #expect(difference(try TestFolder.corpus.bytes(of: name)) == .none)
  }

  @Test(arguments: PropertySeed.all(count: 10))
  func randomDocuments(_ seed: PropertySeed) {
    var generator = DocumentGenerator(seed: seed.value)
    for _ in 0..<50 {
      let bytes = generator.document(maximumDepth: 6, maximumBytes: 2000)
      let found = difference(bytes)
      if found == .none { continue }
      // The same sort of difference: shrinking may give a text that both, or only one, refuses.
      let smallest = Shrinker.shrink(bytes) { difference($0).isLike(found) }
      Issue.record("\(visible(smallest)): \(difference(smallest))")
    }
  }

  enum Difference: Equatable {
    case none
    case refusedHere(JSONSyntaxError.Kind)
    case refusedThere
    case value(String)

    func isLike(_ other: Difference) -> Bool {
      switch (self, other) {
      case (.value, .value): true
      default: self == other
      }
    }
  }

  private func difference(_ bytes: [UInt8]) -> Difference {
    let other = try? JSONSerialization.jsonObject(
      with: Data(bytes + [0x20]), options: .fragmentsAllowed)
    do throws(JSONSyntaxError) {
      let root = try JSONDocument(parsing: bytes).root
      guard let other else { return .refusedThere }
      return difference(root, other).map { .value($0) } ?? .none
    } catch {
      return other == nil ? .none : .refusedHere(error.kind)
    }
  }

  private func difference(_ value: JSONDocument.Value, _ other: Any) -> String? {
    let isSame: Bool
    switch value.kind {
    case .null: isSame = other is NSNull
    case .bool:
      isSame =
        (other as? NSNumber).map(isBoolean) == true && (try? value.bool()) == (other as? Bool)
    case .number:
      guard let number = other as? NSNumber, !isBoolean(number) else { return "\(value.pointer)" }
      // Foundation makes Decimals of some texts, and their Double is off by more than its last bit.
      // So this compares whether both are the same number.
      let double = (try? value.double()) ?? .nan
      isSame = abs(double - number.doubleValue) <= max(abs(double) * 1e-12, 1e-300)
    case .string:
      isSame = (other as? String).map { Array($0.utf8) } == (try? Array(value.string().utf8))
    case .array:
      guard let array = other as? [Any], array.count == value.count,
        let elements = try? value.elements()
      else { return "\(value.pointer)" }
      for (element, other) in zip(elements, array) {
        if let difference = difference(element, other) { return difference }
      }
      return nil
    case .object:
      guard let object = other as? [String: Any], let members = try? value.members() else {
        return "\(value.pointer)"
      }
      // A dictionary of strings takes names for the same that are canonically equivalent, which
      // the generator does not make by chance.
      var names: Set<String> = []
      for member in members { names.insert(member.name) }
      guard names.count == object.count else { return "\(value.pointer) has \(object.count)" }
      for name in names {
        guard let member = value[name], let other = object[name] else {
          return "\(value.pointer): \(name)"
        }
        if let difference = difference(member, other) { return difference }
      }
      return nil
    }
    return isSame ? nil : "\(value.pointer): \(value.kind), \(other)"
  }

  private func isBoolean(_ number: NSNumber) -> Bool {
    // JSONSerialization makes numbers of one byte for booleans only.
    unsafe String(cString: number.objCType) == "c"
  }
}
