import CommandLineTools
import RushJSON

/// A test of `rushjson lines --where`: a path, or a path, an operator and a value.
///
///     .level == "error"   .size>=10   /user   .level=error   .message~timeout
///
/// A value is JSON or a word, which is the text of a string. A word has no space, quotation mark or operator, so that
/// what is an expression in another language is refused instead of being compared.
struct LineTest: Sendable {
  enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    /// The string of the line has this text in it.
    case contains = "~"
  }

  let path: ValuePath
  /// `nil` if it is enough that the value exists.
  let comparison: Comparison?
  let value: RawJSON

  /// - Parameter option: The option whose value `text` is, for messages.
  init(_ text: String, of option: String = "--where") throws(UsageError) {
    var rest: Substring
    if text.hasPrefix(".") {
      let steps: [ToolPath.Step]
      (steps, rest) = try ToolPath.prefix(of: text)
      path = try ValuePath(option, text, steps)
    } else {
      let end = text.indices.first { Self.endsPointer(text[$0...]) } ?? text.endIndex
      do throws(JSONValueError) {
        path = ValuePath(text, try JSONPointer(text[..<end]))
      } catch {
        throw UsageError(
          "\(option) needs a test that begins with a JSON Pointer or a path such as .user.id, not "
            + "'\(text)': \(error)")
      }
      rest = text[end...]
    }
    rest = rest.drop { $0 == " " }
    if rest.isEmpty {
      (comparison, value) = (nil, .null)
      return
    }
    let mark = rest.prefix { "!=<>~".contains($0) }
    guard let comparison = Comparison(rawValue: mark == "==" ? "=" : String(mark)) else {
      throw UsageError(
        "\(option) '\(text)' needs one of = != < <= > >= ~ after its path, not '\(mark.isEmpty ? rest : mark)'; "
          + "\(Self.advice(option)), and other names quotation marks (.\"a b\")")
    }
    self.comparison = comparison
    var operand = rest.dropFirst(mark.count).drop { $0 == " " }
    while operand.last == " " { operand.removeLast() }
    do throws(JSONSyntaxError) {
      let parsed = try RawJSON(parsing: String(operand))
      // A text in a text needs no quotation marks, whatever it is.
      value =
        comparison == .contains && parsed.stringValue == nil ? .string(String(operand)) : parsed
    } catch {
      guard Self.isWord(operand) else {
        let literal = RawJSON.string(String(operand)).description
        throw UsageError(
          "\(option) '\(text)' has no JSON value or word after \(mark) (\(error)); for this text, write "
            + "'\(text[..<operand.startIndex])\(literal)'; \(Self.advice(option))")
      }
      value = .string(String(operand))
    }
  }

  /// Whether the pointer of a test ends before `rest`. `~0` and `~1` belong to it, so a space stands before `~ 1`.
  private static func endsPointer(_ rest: Substring) -> Bool {
    if rest.hasPrefix("~") { return !rest.hasPrefix("~0") && !rest.hasPrefix("~1") }
    return "!=<> \"'|".contains(rest[rest.startIndex])
  }

  private static func advice(_ option: String) -> String {
    "a test has one comparison: write \(option) again for 'and', and != for 'not'"
  }

  /// Whether `text` is a word, which needs no quotation marks. What looks like a number, or like a path as in
  /// jq, is not a word.
  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && Double(text) == nil
      && !text.contains { $0.isWhitespace || "\"'`=!<>|&()[]{},;*%+$\\".contains($0) }
  }

  // MARK: - Lines

  /// Whether the line passes. As in jq, a value that is missing equals null.
  func passes(_ document: JSONDocument) -> Bool {
    let found = path.find(in: document.root)
    switch comparison {
    case nil: return found != nil
    case .equal: return isEqual(found)
    case .notEqual: return !isEqual(found)
    case .less: return order(found).map { $0 < 0 } ?? false
    case .atMost: return order(found).map { $0 <= 0 } ?? false
    case .greater: return order(found).map { $0 > 0 } ?? false
    case .atLeast: return order(found).map { $0 >= 0 } ?? false
    case .contains: return contains(found)
    }
  }

  private func contains(_ found: ValuePath.Found?) -> Bool {
    guard case .value(let found) = found, found.kind == .string, case .string(let part) = value
    else { return false }
    do throws(JSONValueError) {
      return try found.withUTF8 { Self.contains($0, Array(part.utf8)) }
    } catch {
      return false
    }
  }

  private static func contains(_ text: Span<UInt8>, _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start + part.count <= text.count {
      if text[start] == first, part.indices.allSatisfy({ text[start + $0] == part[$0] }) {
        return true
      }
      start += 1
    }
    return false
  }

  private func isEqual(_ found: ValuePath.Found?) -> Bool {
    guard let found else { return value.isNull }
    if case .string(let text) = value, case .value(let found) = found {
      return found.kind == .string && found.hasString(text)
    }
    return found.tree == value
  }

  /// Negative if the value of the line comes first. `nil` if the two are not of one kind with an order.
  private func order(_ found: ValuePath.Found?) -> Int? {
    guard case .value(let found) = found else { return nil }
    do throws(JSONValueError) {
      switch (found.kind, value) {
      case (.number, .number(let right)):
        let left = try found.number()
        return left < right ? -1 : right < left ? 1 : 0
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
