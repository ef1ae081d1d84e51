import Foundation
import RushJSONCore

/// `JSONSerialization` reads the same values from each text of which a document can be made.
///
/// What it accepts beyond that is its own affair: other encodings, a trailing comma, a byte order mark.
enum FoundationProperties {
  static func run(_ input: inout FuzzInput) throws { try check(input.rest()) }

  static func check(_ bytes: [UInt8]) throws {
    // Foundation reads 512 levels.
    var options = JSONReadingOptions()
    options.maximumDepth = 500
    guard let document = try? JSONDocument(parsing: bytes, options: options),
      !hasExtremeNumber(document)
    else { return }
    let other = try? JSONSerialization.jsonObject(
      with: Data(bytes + [0x20]), options: .fragmentsAllowed)
    guard let other else {
      throw PropertyFailure(property: "accepted ≡ Foundation", detail: "refused by Foundation")
    }
    if let difference = difference(document.root, other) {
      throw PropertyFailure(property: "value ≡ Foundation", detail: difference)
    }
  }

  /// Whether a number is beyond `Double`, which Foundation refuses, or so small that it may.
  private static func hasExtremeNumber(_ document: JSONDocument) -> Bool {
    var cursor = document.cursor()
    while cursor.advance() {
      guard let magnitude = cursor.double?.magnitude else { continue }
      if !magnitude.isFinite || magnitude < 1e-300 && cursor.withUTF8({ $0.count > 4 }) {
        return true
      }
    }
    return false
  }

  private static func difference(_ value: JSONDocument.Value, _ other: Any) -> String? {
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
      isSame = (other as? String).map(unmarked) == (try? unmarked(value.string()))
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
      // A dictionary of strings takes names for the same that are canonically equivalent.
      let names = Set(members.map(\.name))
      if names.contains(where: { unmarked($0).count < $0.utf8.count }) { return nil }
      if Set(members.map { Array($0.name.utf8) }).count != names.count { return nil }
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

  /// The bytes without byte order marks, which Foundation drops where a string begins and after escapes.
  private static func unmarked(_ string: String) -> [UInt8] {
    Array(String(String.UnicodeScalarView(string.unicodeScalars.filter { $0 != "\u{feff}" })).utf8)
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    // JSONSerialization makes numbers of one byte for booleans only.
    unsafe String(cString: number.objCType) == "c"
  }
}
