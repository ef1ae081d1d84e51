/// Splits arguments into options and operands: `--name value`, `--name=value`, `--` before operands
/// that start with a dash.
package struct ArgumentReader {
  package enum Item: Equatable {
    case option(String)
    case operand(String)
  }

  private let command: String
  private var arguments: ArraySlice<String>
  private var attachedValue: String?
  private var onlyOperands = false

  /// - Parameter command: The program and its subcommand, for messages.
  package init(_ arguments: some Sequence<String>, command: String) {
    self.command = command
    self.arguments = Array(arguments)[...]
  }

  package mutating func next() throws(UsageError) -> Item? {
    if let value = attachedValue {
      throw UsageError("an option of \(command) takes no value, but was given '\(value)'")
    }
    guard let argument = arguments.popFirst() else { return nil }
    // A single dash is an ordinary name.
    guard !onlyOperands, argument.hasPrefix("-"), argument != "-" else {
      return .operand(argument)
    }
    if argument == "--" {
      onlyOperands = true
      return try next()
    }
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return .option(argument)
    }
    attachedValue = String(argument[argument.index(after: equals)...])
    return .option(String(argument[..<equals]))
  }

  /// The value of the option that was just read.
  ///
  /// - Parameter hint: The expected value, which ends the sentence "--seconds needs …".
  package mutating func value(of option: String, hint: String) throws(UsageError) -> String {
    if let value = attachedValue {
      attachedValue = nil
      return value
    }
    // If another option follows, the value was forgotten.
    guard let value = arguments.first, !value.hasPrefix("--") else {
      throw UsageError("\(option) needs \(hint)")
    }
    arguments.removeFirst()
    return value
  }

  /// - Parameter hint: What to do instead, if that is known.
  package func unknown(_ option: String, instead hint: String? = nil) -> UsageError {
    UsageError("unknown option '\(option)'; \(hint ?? "\(command) --help lists the options")")
  }
}

extension ArgumentReader {
  /// The value of the option that was just read, converted.
  ///
  /// - Parameters:
  ///   - hint: The expected value, which ends the sentence "--seconds needs …".
  ///   - convert: Returns `nil` for a value that cannot be used.
  package mutating func value<Value>(
    of option: String, hint: String, _ convert: (String) -> Value?
  ) throws(UsageError) -> Value {
    let text = try value(of: option, hint: hint)
    guard let value = convert(text) else {
      throw UsageError("\(option) needs \(hint), not '\(text)'")
    }
    return value
  }

  /// The value of the option that was just read, a whole number.
  ///
  /// - Parameter unit: What is counted, such as `of bytes`.
  package mutating func integer<Number: FixedWidthInteger>(
    of option: String, in range: ClosedRange<Number>, _ unit: String = ""
  ) throws(UsageError) -> Number {
    let counted = unit.isEmpty ? "" : " \(unit)"
    return try value(
      of: option, hint: "a whole number\(counted) from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Number(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}
