import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

@Suite struct DeepTreeTests {
  // Both depths exceed by far what half a megabyte of stack can recurse; without optimisation a level takes
  // microseconds.
  #if DEBUG
    static let depth = 100_000
  #else
    static let depth = 1_000_000
  #endif

  enum Shape: CaseIterable {
    case arrays
    case objects
    case alternating

    func wrap(_ value: RawJSON, at level: Int) -> RawJSON {
      switch self {
      case .arrays: .array([value] as RawJSON.Array)
      case .objects: .dictionary(["a": value] as RawJSON.Object)
      case .alternating: level % 2 == 0 ? .array([1, value]) : .dictionary(["a": 1, "b": value])
      }
    }

    func tree(_ innermost: RawJSON) -> RawJSON {
      var value = innermost
      for level in 0..<DeepTreeTests.depth { value = wrap(value, at: level) }
      return value
    }
  }

  @Test(arguments: Shape.allCases)
  func builtByHand(_ shape: Shape) throws {
    let isRight = try onSmallStack { () -> Bool in
      let first = shape.tree("x")
      let same = shape.tree("x")
      let other = shape.tree("y")
      let copy = first
      var changed = first
      switch shape {
      case .arrays: changed[0] = 1
      case .objects: changed["a"] = 1
      case .alternating: changed["b"] = 1
      }
      return first == same && first == copy && first != other && first != changed
        && first.hashValue == same.hashValue && first.description == same.description
        && first.height == UInt32(DeepTreeTests.depth)
    }
    #expect(isRight)
  }

  /// An unfinished tree is freed before its snapshot, after it, or without one.
  @Test(arguments: ["[", "{\"a\":", "[0,{\"a\":"], [0, 1, 50_000])
  func leftUnfinished(_ opening: String, _ snapshotAfter: Int) throws {
    var reading = JSONReadingOptions.strict
    reading.maximumDepth = .max
    let options = PartialJSON.Options(readingOptions: reading)
    let piece = Array(opening.utf8)
    try onSmallStack {
      var kept: RawJSON?
      do {
        var partial = PartialJSON(options)
        for count in 1...Self.depth {
          try partial.feed(piece)
          if count == snapshotAfter { kept = partial.snapshot() }
        }
      }
      #expect((kept != nil) == (snapshotAfter > 0))
    }
  }

  @Test func builtFromTheOutside() throws {
    try onSmallStack {
      // Each level is changed in place through accessors, so heights grow from the innermost value.
      var value: RawJSON = []
      var next: RawJSON.Array = []
      for _ in 0..<100_000 {
        next.append(value)
        value = .array(next)
        next = []
      }
      var outer: RawJSON = ["a": [0, 0]]
      outer["a"]?[1] = value
      value = nil
      #expect(outer.height == 100_003)
    }
  }

  @Test func sharedBranches() throws {
    try onSmallStack {
      var tree: RawJSON = []
      var kept: [RawJSON] = []
      for level in 0..<200_000 {
        tree = .array([tree])
        if level % 50_000 == 0 { kept.append(tree) }
      }
      tree = nil
      kept.reverse()
      while kept.popLast() != nil {}
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[1,{\"a\":"])
  func parsed(_ open: String) throws {
    let depth = Self.depth
    let isRight = try onSmallStack { () throws -> Bool in
      var options = JSONReadingOptions()
      options.maximumDepth = 2 * depth
      let close = String(open.filter { $0 == "[" || $0 == "{" }.reversed())
        .replacing("[", with: "]").replacing("{", with: "}")
      let text =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      let first = try RawJSON(parsing: text, options: options)
      let second = try RawJSON(parsing: text, options: options)
      return first == second && first.hashValue == second.hashValue && first.description == text
    }
    #expect(isRight)
  }

  @Test func refusedDeepText() throws {
    let depth = Self.depth
    let error = try onSmallStack { () -> JSONSyntaxError? in
      var options = JSONReadingOptions()
      options.maximumDepth = depth
      // All containers are open when the text ends, and have to be freed.
      let text = String(repeating: "[[1,\"a long enough string to be allocated\"],", count: depth)
      do throws(JSONSyntaxError) {
        _ = try RawJSON(parsing: text, options: options)
        return nil
      } catch {
        return error
      }
    }
    #expect(error?.kind == .unexpectedEnd || error?.kind == .tooDeep)
  }

  @Test func defaultLimit() throws {
    // R24
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try RawJSON(parsing: nested(512)).height == 512)
    for depth in [513, 100_000] {
      #expect(throws: JSONSyntaxError(.tooDeep, at: 512)) { try RawJSON(parsing: nested(depth)) }
    }
  }
}
