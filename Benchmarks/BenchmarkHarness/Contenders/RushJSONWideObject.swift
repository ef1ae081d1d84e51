import CorpusGenerator
import RushJSON

/// An object with very many members, each of which is looked up: linear, not quadratic.
struct RushJSONWideObject {
  let count: Int

  private func name(_ member: Int) -> String { "member \(member)" }

  /// The members in another order than the look-ups.
  var text: [UInt8] {
    var random = SeededGenerator(seed: 1)
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(last, random.integer(in: 0...last))
    }
    var bytes = Array("{".utf8)
    for (position, member) in order.enumerated() {
      bytes += "\(position > 0 ? "," : "")\"\(name(member))\":\(member)".utf8
    }
    return bytes + Array("}".utf8)
  }

  /// The first member, or the one past the last, that the document gets wrong.
  func mistakeInDocument(_ text: [UInt8]) throws -> String? {
    let document = try JSONDocument(parsing: text)
    for member in 0...count {
      let found = try document.root[name(member)]?.int()
      if found != expected(member) { return mistake(member, found) }
    }
    return nil
  }

  /// The first member, or the one past the last, that the tree gets wrong.
  func mistakeInTree(_ text: [UInt8]) throws -> String? {
    let tree = try RawJSON(parsing: text)
    for member in 0...count {
      let found = tree[name(member)]
      let isRight = expected(member).map { found == .number(JSONNumber($0)) } ?? (found == nil)
      if !isRight { return mistake(member, found) }
    }
    return nil
  }

  private func expected(_ member: Int) -> Int? { member < count ? member : nil }

  private func mistake(_ member: Int, _ found: (some Any)?) -> String {
    let found = found.map { "\($0)" } ?? "nothing"
    return "'\(name(member))' of \(count) members is \(found)"
  }
}
