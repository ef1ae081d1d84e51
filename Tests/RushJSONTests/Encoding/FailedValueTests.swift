import Foundation
import RushJSON
import Testing

/// Values that fail and are left out, but have kept what their encoder handed out. The next value begins at the offset of
/// theirs. What is written to the kept containers then is lost, as in Foundation.
@Suite struct FailedValueTests {
  private typealias Key = Scripted.Key
  private struct Failure: Error {}

  /// What failed values have kept.
  private final class Kept: @unchecked Sendable {
    var encoders: [any Encoder] = []
    var objects: [KeyedEncodingContainer<Key>] = []
    var lists: [any UnkeyedEncodingContainer] = []

    /// A value that keeps its containers, and fails.
    var failing: Scripted {
      Scripted { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(1, forKey: .a)
        var list = object.nestedUnkeyedContainer(forKey: .b)
        try list.encode(2)
        self.objects += [object, list.nestedContainer(keyedBy: Key.self)]
        self.lists += [list, list.nestedUnkeyedContainer()]
        // Last, because what is written after a super encoder without a value makes everything nodes.
        self.encoders.append(list.superEncoder())
        throw Failure()
      }
    }

    /// A value that keeps its containers, leaves out another one, and fails.
    var failingAround: Scripted {
      Scripted { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode("x")
        #expect(throws: Failure.self) { try list.encode(self.failing) }
        self.lists.append(list)
        self.objects.append(list.nestedContainer(keyedBy: Key.self))
        #expect(throws: Failure.self) { try list.encode(self.failing) }
        throw Failure()
      }
    }

    /// Writes to everything that was kept. Nothing fails, and nothing is seen of it.
    func writeLate() throws {
      for var object in objects {
        try object.encode([99], forKey: .a)
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: .c)
        try nested.encode(99, forKey: .a)
      }
      for var list in lists {
        let count = list.count
        try list.encode(99)
        try list.encode([99])
        #expect(list.count == count + 2)
        var nested = list.nestedUnkeyedContainer()
        try nested.encodeNil()
      }
      for encoder in encoders { try encoder.singleValueContainer().encodeLate([99]) }
      encoders = []
    }
  }

  /// A value that follows one that was left out.
  private static func next(_ kept: Kept, _ isOffThePath: Bool = false) -> Scripted {
    Scripted { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(3, forKey: .a)
      var list = object.nestedUnkeyedContainer(forKey: .b)
      try list.encode(4)
      if isOffThePath { try object.encode(3, forKey: .a) }
      try kept.writeLate()
      try list.encode(5)
      try object.encode(6, forKey: .c)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func memberTakesThePlaceOfFailedOne(_ isAround: Bool, _ isOffThePath: Bool) throws {
    let value = Scripted { encoder in
      let kept = Kept()
      var object = encoder.container(keyedBy: Key.self)
      let failing = isAround ? kept.failingAround : kept.failing
      #expect(throws: Failure.self) { try object.encode(failing, forKey: .a) }
      try object.encode(Self.next(kept, isOffThePath), forKey: .b)
      try kept.writeLate()
      try object.encode(7, forKey: .c)
    }
    BothEncoders().check(value)
    #expect(
      try RushJSONEncoder().encodeToString(value) == #"{"b":{"a":3,"b":[4,5],"c":6},"c":7}"#)
  }

  @Test(arguments: [true, false], [0, 1, 3])
  func elementTakesThePlaceOfFailedOnes(_ isOffThePath: Bool, _ before: Int) throws {
    let value = Scripted { encoder in
      let kept = Kept()
      var list = encoder.unkeyedContainer()
      for number in 0..<before { try list.encode(number) }
      for _ in 0..<3 {
        #expect(throws: Failure.self) { try list.encode(kept.failingAround) }
        #expect(throws: Failure.self) { try list.encode(kept.failing) }
      }
      try list.encode(Self.next(kept, isOffThePath))
      try kept.writeLate()
      try list.encode(7)
    }
    BothEncoders().check(value)
    let numbers = (0..<before).map { "\($0)," }.joined()
    #expect(
      try RushJSONEncoder().encodeToString(value)
        == "[\(numbers)\(#"{"a":3,"b":[4,5],"c":6}"#),7]")
  }

  // Foundation loses what is written to a value that is complete.
  @Test("the containers of values that stay are found between those that failed")
  func otherContainersAreFound() throws {
    let value = Scripted { encoder in
      let (failed, valid) = (Kept(), Kept())
      var list = encoder.unkeyedContainer()
      for number in 0..<40 {
        if number % 3 > 0 {
          #expect(throws: Failure.self) { try list.encode(failed.failing) }
        }
        try list.encode(
          Scripted { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(number, forKey: .a)
            valid.objects.append(object)
            if number % 5 == 0 {
              #expect(throws: Failure.self) { try object.encode(failed.failing, forKey: .b) }
            }
          })
      }
      for index in [7, 39, 0, 20] + Array(0..<40) {
        try valid.objects[index].encode(index, forKey: .c)
        #expect(valid.objects[index].codingPath.map(\.intValue) == [index])
      }
      try failed.writeLate()
    }
    let text = (0..<40).map { "{\"a\":\($0),\"c\":\($0)}" }.joined(separator: ",")
    #expect(try RushJSONEncoder().encodeToString(value) == "[\(text)]")
  }

  // Foundation has one encoder for several values, so an encoder that was kept is that of another value.
  @Test("encoders that failed values have kept")
  func keptEncoders() throws {
    let value = Scripted { encoder in
      let kept = Kept()
      let failing = Scripted { encoder in
        kept.encoders.append(encoder)
        throw Failure()
      }
      var object = encoder.container(keyedBy: Key.self)
      #expect(throws: Failure.self) { try object.encode(failing, forKey: .a) }
      try object.encode(
        Scripted { encoder in
          var object = encoder.container(keyedBy: Key.self)
          try object.encode(3, forKey: .a)
          for encoder in kept.encoders {
            var late = encoder.container(keyedBy: Key.self)
            try late.encode(99, forKey: .b)
            #expect(late.codingPath.isEmpty)
            try object.encode(encoder.codingPath.count, forKey: .c)
          }
        }, forKey: .b)
    }
    #expect(try RushJSONEncoder().encodeToString(value) == #"{"b":{"a":3,"c":0}}"#)
  }

  @Test(arguments: [0, 200_000])
  func lateWritesAreErrorsAfterTextHasLeft(_ length: Int) throws {
    let value = Scripted { encoder in
      let kept = Kept()
      var list = encoder.unkeyedContainer()
      try list.encode(String(repeating: "x", count: length))
      #expect(throws: Failure.self) { try list.encode(kept.failing) }
      try list.encode(Self.next(kept))
    }
    var text: [UInt8] = []
    func encode() throws {
      try RushJSONEncoder().encode(value) { piece in
        for index in piece.indices { text.append(piece[index]) }
      }
    }
    if length == 0 {
      try encode()
      #expect(String(decoding: text, as: UTF8.self) == #"["",{"a":3,"b":[4,5],"c":6}]"#)
    } else {
      #expect(throws: EncodingError.self) { try encode() }
    }
  }
}

extension SingleValueEncodingContainer {
  fileprivate func encodeLate(_ value: some Encodable) throws {
    var container = self
    try container.encode(value)
  }
}
