import Foundation
import RushJSON
import Testing

/// Types that encode themselves in an order of their own, compared with Foundation's encoder.
@Suite struct EncodingOrderTests {
  // MARK: - Orders of calls (77, 78, 80, 82)

  private static let scripts: [(String, @Sendable (any Encoder) throws -> Void)] = [
    (
      "77: a name twice",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(1, forKey: .a)
        try container.encode("x", forKey: .b)
        try container.encode(2, forKey: .a)
      }
    ),
    (
      "77: two containers merge",
      { encoder in
        var first = encoder.container(keyedBy: Scripted.Key.self)
        var second = encoder.container(keyedBy: Scripted.Key.self)
        try first.encode(1, forKey: .a)
        try second.encode(2, forKey: .b)
        try first.encode(3, forKey: .c)
      }
    ),
    (
      "77: nested containers of one name merge",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        var first = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
        try first.encode(1, forKey: .a)
        var second = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
        try second.encode(2, forKey: .b)
        try first.encode(3, forKey: .c)
      }
    ),
    (
      "77: a value takes a nested container's place",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        var nested = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
        try nested.encode(1, forKey: .a)
        try container.encode(5, forKey: .a)
      }
    ),
    (
      "what fails after it has written around itself",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        var nested = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
        nonisolated(unsafe) let outer = container
        let failing = Scripted { encoder in
          var own = encoder.container(keyedBy: Scripted.Key.self)
          try own.encode(1, forKey: .a)
          var outer = unsafe outer
          try outer.encode(2, forKey: .b)
          throw CancellationError()
        }
        _ = try? nested.encode(failing, forKey: .b)
        _ = try? container.encode(failing, forKey: .c)
        try nested.encode(3, forKey: .c)
      }
    ),
    (
      "containers in turn",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        var a = container.nestedUnkeyedContainer(forKey: .a)
        var b = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .b)
        try a.encode(1)
        try b.encode(2, forKey: .c)
        try a.encode([3, 4])
        try container.encode(true, forKey: .c)
        try b.encode(["x": 5], forKey: .a)
        try a.encodeNil()
      }
    ),
    (
      "78: super encoders",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        _ = container.superEncoder()
        let later = container.superEncoder(forKey: .b)
        try container.encode(1, forKey: .a)
        var single = later.singleValueContainer()
        try single.encode("late")
      }
    ),
    (
      "78: super encoders in arrays",
      { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        let later = container.superEncoder()
        try container.encode(2)
        let unused = container.superEncoder()
        _ = unused
        var keyed = later.container(keyedBy: Scripted.Key.self)
        try keyed.encode("late", forKey: .a)
        try keyed.encode("later", forKey: .b)
      }
    ),
    (
      "80: a dictionary as single value, and more",
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(["a": 1])
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(2, forKey: .b)
      }
    ),
    (
      "82: what fails is taken back",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(1, forKey: .a)
        do {
          try container.encode(
            Scripted { inner in
              var nested = inner.container(keyedBy: Scripted.Key.self)
              try nested.encode([1, 2], forKey: .a)
              throw CocoaError(.coderInvalidValue)
            }, forKey: .b)
        } catch {}
        try container.encode(3, forKey: .c)
      }
    ),
    (
      "82: in arrays",
      { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        do { try container.encode(Scripted { _ in throw CocoaError(.coderInvalidValue) }) } catch {}
        do { try container.encode([Double.nan]) } catch {}
        try container.encode(2)
      }
    ),
    (
      "counts",
      { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(container.count)
        _ = container.nestedUnkeyedContainer()
        try container.encode(container.count)
        try container.encode([container.count])
        try container.encodeNil()
        try container.encode(container.count)
      }
    ),
    (
      "paths",
      { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(
          Scripted { inner in
            var list = inner.unkeyedContainer()
            try list.encode("\(list.codingPath.map(\.stringValue))")
            try list.encode(
              Scripted { element in
                var single = element.singleValueContainer()
                try single.encode("\(element.codingPath.map(\.stringValue))")
              })
          }, forKey: .a)
      }
    ),
  ]

  @Test(arguments: scripts.indices)
  func orderOfCalls(_ index: Int) {
    let (name, script) = Self.scripts[index]
    for formatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting]
    {
      let both = BothEncoders(formatting)
      both.check(Scripted(script: script))
      both.check([Scripted(script: script)])
      both.check(["k": Scripted(script: script)])
      if name != "paths" || isFoundationOfSwift63 {
        both.check([["k": [Scripted(script: script), Scripted(script: script)]]])
      }
    }
  }
}
