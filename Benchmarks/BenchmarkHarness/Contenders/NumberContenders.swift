import RushJSON

extension InProcessContender {
  /// The standard library, which can write numbers.
  static var standardLibrary: InProcessContender {
    InProcessContender(
      name: "Swift", preparations: [.numbers: { try NumberList.run($0, NumberList.descriptions) }])
  }

  static var rushJSONNumbers: Preparations {
    [.numbers: { input in try NumberList.run(input) { NumberList.text(of: $0, .swift) } }]
  }
}

/// The task `numbers`: the numbers of a document as a list of texts, each followed by a comma.
enum NumberList {
  /// One iteration writes all numbers of a document, in its order. `nil` if there are none.
  static func run(
    _ input: BenchmarkInput, _ write: @escaping ([Double]) -> [UInt8]
  ) throws -> (any PreparedRun)? {
    let document = try JSONDocument(parsing: input.bytes)
    var numbers: [Double] = []
    var cursor = document.cursor()
    while cursor.advance() {
      if let number = cursor.double, number.isFinite { numbers.append(number) }
    }
    if numbers.isEmpty { return nil }
    return InProcessRun(
      work: { [numbers] in write(numbers) },
      // All bytes are compared: the digits and the layout must be the same.
      describe: { .hash(of: $0) }, bytes: write(numbers).count)
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

  /// The same, written by RushJSON.
  @inline(__always)
  static func text<Number: WrittenNumber>(
    of numbers: [Number], _ layout: JSONNumber.Layout
  ) -> [UInt8] {
    // Invariant: each number gets the room that `write` requires.
    let room = numbers.count * (NumberText.maximumLength + 1)
    return unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      var end = 0
      for number in numbers {
        end += number.write(
          layout, to: unsafe CheckedPointer(start + end, room: NumberText.maximumLength))
        unsafe start[end] = UInt8(ascii: ",")
        end += 1
      }
      count = end
    }
  }
}

/// A number that the library writes without the rest of a text.
protocol WrittenNumber {
  /// - Returns: How many bytes it wrote, at most `NumberText.maximumLength`.
  func write(_ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>) -> Int
}

extension Double: WrittenNumber {
  @inline(__always)
  func write(_ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>) -> Int {
    NumberText.write(self, layout: layout, to: output)
  }
}

extension Float: WrittenNumber {
  @inline(__always)
  func write(_ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>) -> Int {
    NumberText.write(self, layout: layout, to: output)
  }
}
