extension InProcessContender {
  /// The standard library, which can write numbers.
  static var standardLibrary: InProcessContender {
    InProcessContender(
      name: "Swift",
      preparations: [
        .numbers: { input in
          NumberList.run(try NumberList.numbers(in: input), write: NumberList.descriptions)
        }
      ])
  }
}

/// The task `numbers`: the numbers of a document as a list of texts.
enum NumberList {
  /// A document's numbers as `Double`, in document order.
  static func numbers(in input: BenchmarkInput) throws -> [Double] {
    try RushJSONReads.numbers(in: input.bytes).filter(\.isFinite)
  }

  /// One iteration writes all numbers, each followed by a comma. `nil` if there are none.
  static func run(
    _ numbers: [Double], write: @escaping ([Double]) -> [UInt8]
  ) -> (any PreparedRun)? {
    if numbers.isEmpty { return nil }
    return InProcessRun(
      work: { write(numbers) },
      describe: { text in
        // All bytes are compared: the digits and the layout must be the same.
        var visitor = FingerprintVisitor()
        visitor.visit(string: text.span)
        return visitor.fingerprint
      },
      bytes: write(numbers).count)
  }

  static func descriptions(_ numbers: [Double]) -> [UInt8] {
    // Copies the texts to their places: `append` would take much of the time. No description of a
    // `Double` has more than 24 bytes.
    let longest = 24
    // Invariant: each number takes at most `longest` bytes and a comma.
    return unsafe [UInt8](unsafeUninitializedCapacity: numbers.count * (longest + 1)) {
      buffer, count in
      guard let start = buffer.baseAddress else { return }
      var end = 0
      for number in numbers {
        var text = number.description
        text.withUTF8 { bytes in
          let length = min(bytes.count, longest)
          if let from = bytes.baseAddress {
            unsafe (start + end).initialize(from: from, count: length)
          }
          end += length
        }
        unsafe start[end] = UInt8(ascii: ",")
        end += 1
      }
      count = end
    }
  }
}
