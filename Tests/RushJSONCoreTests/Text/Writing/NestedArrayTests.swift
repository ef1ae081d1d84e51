import Testing

@testable import RushJSONCore

/// Arrays of arrays of numbers, which are written by one call, and the same written value by value.
@Suite struct NestedArrayTests {
  private static let arrays: [[[Double]]] = [
    [], [[]], [[], []], [[1]], [[1, -2.5], [3e300, 0, -0.0]], [[], [1], []], [[.nan]],
    [[1, 2], [3, .infinity, 4], [5]], [[1], [], [-.infinity]],
    Array(repeating: [0.1, 123.456], count: 300),
  ]

  private static let options: [JSONWritingOptions] = {
    var all: [JSONWritingOptions] = [.compact, .pretty, .canonical]
    for depth in 0...4 {
      var option = JSONWritingOptions.compact
      option.maximumDepth = depth
      all.append(option)
    }
    for numbers in [
      JSONWritingOptions.NonFiniteNumbers.null,
      .strings(positiveInfinity: "+", negativeInfinity: "-", nan: "?"),
    ] {
      var option = JSONWritingOptions.compact
      option.nonFiniteNumbers = numbers
      all.append(option)
    }
    var short = JSONWritingOptions.compact
    short.maximumLength = 9
    return all + [short]
  }()

  @Test(arguments: options)
  func rowsOfNumbersAreWrittenLikeTheirElements(options: JSONWritingOptions) {
    for array in Self.arrays {
      for depth in 0...2 {
        let whole = Self.text(options, depth) { writer throws(JSONWritingError) in
          try array.write(to: &writer)
        }
        let singly = Self.text(options, depth) { writer throws(JSONWritingError) in
          try writer.beginArray()
          for row in array {
            try writer.beginArray()
            for number in row { try writer.double(number) }
            try writer.endArray()
          }
          try writer.endArray()
        }
        #expect(whole == singly, "\(array) at depth \(depth)")
      }
    }
  }

  /// The text of a value in so many arrays, after another value, or the error.
  private static func text(
    _ options: JSONWritingOptions, _ depth: Int,
    _ write: (inout JSONWriter) throws(JSONWritingError) -> Void
  ) -> String {
    var writer = JSONWriter(options: options)
    do throws(JSONWritingError) {
      for _ in 0..<depth {
        try writer.beginArray()
        try writer.integer(7)
      }
      try write(&writer)
      for _ in 0..<depth {
        try writer.integer(8)
        try writer.endArray()
      }
      return try writer.finishString()
    } catch {
      return "\(error.kind) at \(error.pointer.map { "\($0)" } ?? "–")"
    }
  }

  /// Elements of other types are written one by one, whatever the depth.
  @Test func nestedArraysOfOtherTypes() throws {
    #expect(try [[[1.5]], [], [[2], [3, 4]]].jsonString() == "[[[1.5]],[],[[2],[3,4]]]")
    #expect(try [[1, 2], []].jsonString() == "[[1,2],[]]")
    #expect(try [["a"], ["b", "c"]].jsonString() == #"[["a"],["b","c"]]"#)
    #expect(try [[nil, 1.5]].jsonString() == "[[null,1.5]]")
  }
}
