import CorpusGenerator
import Foundation
import RushJSONCore
import Testing

/// Any sequence of calls, by a caller that ignores all errors, gives JSON or no text.
@Suite struct WriterCallTests {
  private struct Refused: Error {}

  private static func call(_ random: inout SeededGenerator) -> WriterCall {
    switch random.integer(in: 0...23) {
    case 0...3: .beginArray
    case 4...6: .endArray
    case 7...10: .beginObject
    case 11...13: .endObject
    // Few names, so that many are duplicates.
    case 14...18: .name(random.element(of: ["a", "b", "\n", ""]))
    case 19: .double(random.element(of: [0.5, .nan, -.infinity]))
    case 20: .tree(random.element(of: [[], ["b": [1], "a": 2], .number(.nan), [[[]]]]))
    case 21: .json(random.element(of: ["{\"a\":1,\"a\":2}", " [1, [2]] ", "[1,]", "1e9"]))
    case 22: .string(random.element(of: ["", "x\u{0}", "é"]))
    default: .null
    }
  }

  private static func options(_ random: inout SeededGenerator) -> JSONWritingOptions {
    let forms: [JSONWritingOptions] = [.compact, .pretty, .foundationPretty, .canonical]
    var options = random.element(of: forms)
    if random.integer(in: 0...3) == 0 { options.nameOrder = .utf8 }
    options.maximumDepth = random.integer(in: 0...4)
    if random.integer(in: 0...7) == 0 { options.maximumLength = random.integer(in: 0...39) }
    return options
  }

  private static func isAccepted(_ call: WriterCall, by writer: inout JSONWriter) -> Bool {
    error(of: call, by: &writer) == nil
  }

  private static func error(of call: WriterCall, by writer: inout JSONWriter)
    -> JSONWritingError?
  {
    do throws(JSONWritingError) {
      try writer.run(call)
      return nil
    } catch {
      return error
    }
  }

  private static func text(of writer: inout JSONWriter) -> String? {
    do throws(JSONWritingError) {
      return try writer.finishString()
    } catch {
      return nil
    }
  }

  private static func checkIsJSON(_ text: String, _ options: JSONWritingOptions) throws {
    try JSONDocument.validate(text)
    if options.refusesDuplicateNames {
      try JSONDocument.validate(text, options: JSONReadingOptions(duplicateNames: .refuse))
    }
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// A refused call has no effect.
  @Test(arguments: PropertySeed.all(count: 8))
  func endInJSONOrInNothing(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    var complete = 0
    for _ in 0..<2_000 {
      let options = Self.options(&random)
      var writer = JSONWriter(options: options)
      var accepted: [WriterCall] = []
      var calls: [WriterCall] = []
      for _ in 0..<random.integer(in: 1...39) {
        let call = Self.call(&random)
        calls.append(call)
        if Self.isAccepted(call, by: &writer) { accepted.append(call) }
      }
      // Open containers may be ended, or not.
      for call in [.null, .endArray, .endObject, .null, .endArray, .endObject] as [WriterCall] {
        calls.append(call)
        if Self.isAccepted(call, by: &writer) { accepted.append(call) }
      }
      let text = Self.text(of: &writer)
      #expect(text == Self.text(of: &writer), "\(calls)")
      guard options.maximumLength == .max else {
        if let text {
          #expect(text.utf8.count <= options.maximumLength)
          try Self.checkIsJSON(text, options)
        }
        continue
      }
      var again = JSONWriter(options: options)
      for call in accepted { #expect(Self.isAccepted(call, by: &again), "\(call) of \(calls)") }
      #expect(text == Self.text(of: &again), "\(calls)")
      guard let text else { continue }
      complete += 1
      do { try Self.checkIsJSON(text, options) } catch { Issue.record("\(text) of \(calls)") }
    }
    #expect(complete > 100)
  }

  /// The path of an error does not depend on the errors before it.
  @Test(arguments: PropertySeed.all(count: 4))
  func knowThePathOfEachError(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    var compared = 0
    for _ in 0..<300 {
      let options = Self.options(&random)
      var writer = JSONWriter(options: options)
      var accepted: [WriterCall] = []
      for _ in 0..<random.integer(in: 1...40) {
        let call = Self.call(&random)
        guard let error = Self.error(of: call, by: &writer) else {
          accepted.append(call)
          continue
        }
        guard options.maximumLength == .max else { continue }
        var other = JSONWriter(options: options)
        for call in accepted { _ = Self.isAccepted(call, by: &other) }
        #expect(error == Self.error(of: call, by: &other), "\(call) after \(accepted)")
        if error.pointer?.isEmpty == false { compared += 1 }
      }
    }
    #expect(compared > 100)
  }

  /// A sink has received a part of the text, and may fail at any time.
  @Test(arguments: PropertySeed.all(count: 4))
  func endInJSONOrInNothingBeforeASink(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let long = String(repeating: "long ", count: 20_000)
    for _ in 0..<200 {
      let options = Self.options(&random)
      var calls: [WriterCall] = []
      for _ in 0..<random.integer(in: 1...29) {
        let call = Self.call(&random)
        if case .string = call { calls.append(.string(long)) } else { calls.append(call) }
      }
      var text: [UInt8] = []
      var failsIn = random.integer(in: 0...7)
      var failed = false
      var isComplete = false
      do throws(JSONWritingError) {
        var writer = JSONWriter(options: options) { bytes in
          #expect(!failed)
          failsIn -= 1
          if failsIn == 0 {
            failed = true
            throw Refused()
          }
          text += unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        }
        for call in calls { _ = Self.isAccepted(call, by: &writer) }
        // A failure of the first run says nothing about the second.
        _ = Self.text(of: &writer)
        try writer.finish()
        isComplete = true
      } catch {}
      #expect(!isComplete || !failed, "\(calls)")
      if isComplete { try Self.checkIsJSON(String(decoding: text, as: UTF8.self), options) }
    }
  }

  @Test func anArrayThatIsTooDeepLeavesNoComma() throws {
    var options = JSONWritingOptions()
    options.maximumDepth = 1
    for layout in [.compact, .foundation] as [JSONWritingOptions.Layout] {
      options.layout = layout
      var writer = JSONWriter(options: options)
      try writer.beginArray()
      try writer.integer(1)
      do throws(JSONWritingError) {
        try writer.beginArray()
        Issue.record("was begun")
      } catch {
        #expect(error.kind == .tooDeep(limit: 1))
        #expect(error.pointer == "/1")
      }
      try writer.endArray()
      #expect(try writer.finishString() == (layout == .compact ? "[1]" : "[\n  1\n]"))
    }
  }

  @Test func anObjectThatHasANameTwiceIsNotEndedLater() throws {
    var writer = JSONWriter(options: .canonical)
    try writer.beginObject()
    for value in 1...2 {
      try writer.name("a")
      try writer.integer(value)
    }
    for _ in 0..<2 {
      do throws(JSONWritingError) {
        try writer.endObject()
        Issue.record("was ended")
      } catch {
        #expect(error.kind == .duplicateName("a"))
      }
    }
    #expect(throws: JSONWritingError.self) { try writer.finish() }
  }
}
