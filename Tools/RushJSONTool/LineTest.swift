import CommandLineTools
import RushJSON

/// A test of `rushjson lines --where`: a path, or a path, an operator and a value.
struct LineTest: Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    // Longer operators first, because the shorter ones begin them.
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case equal = "="
    case less = "<"
    case greater = ">"
  }

  let pointer: JSONPointer
  /// `nil` if it is enough that the value exists.
  let comparison: Comparison?
  let value: RawJSON

  init(_ text: String) throws(UsageError) {
    let isJQPath = text.hasPrefix(".")
    var rest: Substring
    if isJQPath {
      (pointer, rest) = try ToolPath.prefix("--where", of: text)
      rest = rest.drop { $0 == " " }
    } else {
      let end = text.firstIndex { "!=<>".contains($0) } ?? text.endIndex
      do throws(JSONValueError) {
        pointer = try JSONPointer(text[..<end])
      } catch {
        throw UsageError(
          "--where needs a test that begins with a JSON Pointer or a path such as .user.id, not "
            + "'\(text)': \(error)")
      }
      rest = text[end...]
    }
    if rest.isEmpty {
      (comparison, value) = (nil, .null)
      return
    }
    // A test as in jq, whose values may follow a space.
    if isJQPath, rest.hasPrefix("==") { rest.removeFirst() }
    guard let found = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      throw UsageError("--where needs one of = != < <= > >= in '\(text)'")
    }
    comparison = found
    let after = rest.dropFirst(found.rawValue.count)
    let operand = String(isJQPath ? after.drop { $0 == " " } : after)
    do throws(JSONSyntaxError) {
      value = try RawJSON(parsing: operand)
    } catch {
      // Words need no quotation marks.
      value = .string(operand)
    }
  }

  func passes(_ document: JSONDocument) -> Bool {
    guard let found = document.root[pointer] else { return comparison == .notEqual }
    switch comparison {
    case nil: return true
    case .equal: return isEqual(found)
    case .notEqual: return !isEqual(found)
    case .less: return order(found).map { $0 < 0 } ?? false
    case .atMost: return order(found).map { $0 <= 0 } ?? false
    case .greater: return order(found).map { $0 > 0 } ?? false
    case .atLeast: return order(found).map { $0 >= 0 } ?? false
    }
  }

  private func isEqual(_ found: JSONDocument.Value) -> Bool {
    if case .string(let text) = value { return found.kind == .string && found.equals(text) }
    return RawJSON(found) == value
  }

  /// Negative if the value of the line comes first. `nil` if the two are not of one kind with an order.
  private func order(_ found: JSONDocument.Value) -> Int? {
    do throws(JSONValueError) {
      switch (found.kind, value) {
      case (.number, .number(let number)):
        guard let right = number.double else { return nil }
        let left = try found.double()
        return left < right ? -1 : left > right ? 1 : 0
      case (.string, .string(let text)):
        let left = try found.string()
        if left.utf8.elementsEqual(text.utf8) { return 0 }
        return left.utf8.lexicographicallyPrecedes(text.utf8) ? -1 : 1
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
