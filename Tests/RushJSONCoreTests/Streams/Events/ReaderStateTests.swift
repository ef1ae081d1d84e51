import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// What a reader says of itself between two calls.
@Suite struct ReaderStateTests {
  @Test func isAtEndOnlyAfterTheLastEvent() throws {
    var reader = JSONEventReader()
    #expect(reader.isAtEnd == false)
    reader.feed(Array("[1]".utf8))
    #expect(reader.isAtEnd == false)
    #expect(try reader.next() == .beginArray)
    reader.finish()
    #expect(reader.isAtEnd == false)
    #expect(try reader.next() == .number)
    #expect(try reader.next() == .endArray)
    #expect(try reader.next() == nil)
    #expect(reader.isAtEnd == true)
  }

  @Test func isNeverAtEndAfterAnError() {
    var reader = JSONEventReader()
    reader.feed(Array("@".utf8))
    reader.finish()
    // The first call throws: no event comes before the error.
    for _ in 0..<3 {
      #expect(throws: JSONStreamError.self) { try reader.next() }
      #expect(reader.isAtEnd == false)
    }
  }

  @Test func bytesAfterTheEndAreIgnored() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[1".utf8))
    reader.finish()
    reader.feed(Array(",2]".utf8))
    var events: [JSONEventReader.Event] = []
    do throws(JSONStreamError) {
      while let event = try reader.next() { events.append(event) }
      Issue.record("no error")
    } catch {
      #expect(error.kind == .syntax(.unexpectedEnd) && error.offset == 2)
    }
    #expect(events == [.beginArray, .number])
  }

  /// An event has the value of its kind, and no other.
  @Test func valuesOfEachEvent() throws {
    var reader = JSONEventReader()
    reader.feed(Array(#"{"a\n":[1.5,"b",true,false,null]} "#.utf8))
    reader.finish()
    func string(_ reader: borrowing JSONEventReader) -> String? {
      reader.withUTF8 { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    #expect(reader.string() == nil && string(reader) == nil)
    #expect(reader.number() == nil && reader.double() == nil)
    while let event = try reader.next() {
      let expected: String? =
        switch event {
        case .name: "a\n"
        case .string: "b"
        default: nil
        }
      #expect(reader.string() == expected && string(reader) == expected, "\(event)")
      #expect(reader.number()?.text == (event == .number ? "1.5" : nil), "\(event)")
      #expect(reader.double() == (event == .number ? 1.5 : nil), "\(event)")
    }
  }

  /// The digits of a string are no number.
  @Test func digitsInAString() throws {
    var reader = JSONEventReader()
    reader.feed(Array(#"{"1":"2","#.utf8))
    #expect(try reader.next() == .beginObject)
    for event in [JSONEventReader.Event.name, .string] {
      #expect(try reader.next() == event)
      #expect(reader.number() == nil && reader.double() == nil)
    }
  }

  /// What was fed and not read is held, and no more.
  @Test(arguments: [10, 1_000, 3_000])
  func heldBytes(_ count: Int) throws {
    let text = Array("[\(String(repeating: "1,", count: count))".utf8)
    var reader = JSONEventReader()
    reader.feed(text)
    #expect(reader.heldCount == text.count)
    var least = text.count
    while try reader.next() != nil {
      #expect(reader.heldCount <= least)
      least = reader.heldCount
    }
    #expect(reader.heldCount == 0)
    // A cut token, and what is fed after it.
    reader.feed(Array(#""abc"#.utf8))
    #expect(try reader.next() == nil)
    #expect(reader.heldCount == 4)
    reader.feed(Array(#"de"#.utf8))
    #expect(reader.heldCount == 6)
  }

  /// The bytes that were dropped from a string count toward its length, and not toward that of the next string.
  @Test(arguments: [70_000, 70_010, 70_011, 70_030])
  func lengthOfADroppedString(_ length: Int) {
    var options = JSONReadingOptions.strict
    options.maximumStringLength = 70_010
    let text = Array("[\"\(String(repeating: "x", count: length))\",\"abcdefghijklm\",1,2]".utf8)
    var reader = JSONRecord.ElementReader(options: options, maximumLength: 64)
    var errors: [JSONStreamError.Kind] = []
    // The last piece has the string's end and the rest.
    for chunk in Chunks.cut(text, at: 69_990) {
      reader.feed(chunk)
      for _ in 0..<4 {
        do throws(JSONStreamError) { while try reader.next() != nil {} } catch {
          if errors.last != error.kind { errors.append(error.kind) }
        }
      }
    }
    let isTooLong = length > options.maximumStringLength
    #expect(errors == (isTooLong ? [.recordTooLong, .syntax(.stringTooLong)] : [.recordTooLong]))
  }

  /// A string of which bytes were dropped begins where it began.
  @Test(arguments: [1, 2, 5_000, 100_000])
  func offsetOfADroppedElement(_ size: Int) throws {
    let text = Array("[1,\"\(String(repeating: "x", count: 300_000))\",2]".utf8)
    var reader = JSONRecord.ElementReader(options: .strict, maximumLength: 64)
    var found: [Int] = []
    for chunk in Chunks.cut(text, at: 3 + size) {
      reader.feed(chunk)
      for _ in 0..<4 {
        do throws(JSONStreamError) {
          while let record = try reader.next() { found.append(record.offset) }
        } catch {
          #expect(error.kind == .recordTooLong)
          found.append(-error.offset)
        }
      }
    }
    #expect(found == [1, -3, text.count - 2])
  }

  @Test func firstIndexOfAByte() {
    let bytes = Array("xabcab".utf8)[1...4]
    #expect(StreamBytes.firstIndex(of: UInt8(ascii: "a"), in: bytes) == 1)
    #expect(StreamBytes.firstIndex(of: UInt8(ascii: "c"), in: bytes) == 3)
    #expect(StreamBytes.firstIndex(of: UInt8(ascii: "x"), in: bytes) == nil)
    #expect(StreamBytes.firstIndex(of: UInt8(ascii: "b"), in: bytes.dropFirst(4)) == nil)
  }

  // MARK: - Values as text, and values that are skipped unchecked

  @Test func noTextBeforeAnEnd() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[[1],2]".utf8))
    #expect(try reader.next() == .beginArray)
    #expect(try reader.next() == .beginArray)
    #expect(try reader.readText() == Array("1".utf8))
    #expect(try reader.readText() == nil)
    #expect(try reader.skipValue() == false)
    #expect(try reader.next() == .endArray)
    #expect(try reader.readText() == Array("2".utf8))
  }

  /// An error that the reader has found before it skips a value is thrown.
  @Test func errorsBeforeAnUncheckedSkip() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[[1,[2,@],3],4]".utf8))
    #expect(try reader.next() == .beginArray)
    for _ in 0..<2 {
      #expect(throws: JSONStreamError.self) { try reader.skipValueUnchecked() }
    }
  }

  /// Lenient texts may have brackets and quotation marks in comments.
  @Test func uncheckedSkipsOfLenientTexts() throws {
    for value in ["[1, /* \" ] */ 2]", "{a: '\"}'}", "[1, // ]\n 2]"] {
      let text = Array("[\(value), 7]".utf8)
      for cut in 1...(value.utf8.count + 1) {
        var reader = JSONEventReader(options: .json5)
        reader.feed(text[..<cut])
        #expect(try reader.next() == .beginArray)
        let isPassed = try reader.skipValueUnchecked()
        reader.feed(text[cut...])
        if !isPassed { #expect(try reader.skipValueUnchecked()) }
        #expect(try reader.next() == .number, "\(value), cut at \(cut)")
        #expect(reader.double() == 7)
      }
    }
  }

  /// Nothing is known of what comes next while a value is skipped.
  @Test func nothingIsBeforeAnEndWhileAValueIsPassedOver() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[[1,2".utf8))
    #expect(try reader.next() == .beginArray)
    #expect(try reader.skipValue() == false)
    reader.feed(Array(",3],4]".utf8))
    #expect(try reader.isBeforeEnd() == nil)
    #expect(try reader.skipValue())
    #expect(try reader.isBeforeEnd() == false)
  }

  /// A chunk may end at the limit, in the middle of a value.
  @Test func anUncheckedSkipMayReachTheLimit() throws {
    var options = JSONReadingOptions.strict
    options.maximumLength = 7
    var reader = JSONEventReader(options: options)
    reader.feed(Array("[[1,".utf8))
    #expect(try reader.next() == .beginArray)
    #expect(try reader.skipValueUnchecked() == false)
    reader.feed(Array("\n2,".utf8))
    #expect(try reader.skipValueUnchecked() == false)
    reader.feed(Array("3".utf8))
    do throws(JSONStreamError) {
      _ = try reader.skipValueUnchecked()
      Issue.record("no error")
    } catch {
      #expect(error.kind == .syntax(.textTooLong) && error.offset == 7)
    }
  }

  /// A caller who reads on at the end gets the error at once.
  @Test func endAfterAnUncheckedSkip() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[[1,2,".utf8))
    #expect(try reader.next() == .beginArray)
    #expect(try reader.skipValueUnchecked() == false)
    reader.finish()
    #expect(throws: JSONStreamError.self) { try reader.next() }
  }

  /// The end comes in the middle of a value.
  @Test func endOfAnUncheckedSkip() throws {
    var reader = JSONEventReader()
    reader.feed(Array("[[1,\n2,".utf8))
    #expect(try reader.next() == .beginArray)
    #expect(try reader.skipValueUnchecked() == false)
    reader.finish()
    for _ in 0..<2 {
      do throws(JSONStreamError) {
        _ = try reader.skipValueUnchecked()
        Issue.record("no error")
      } catch {
        #expect(error.kind == .syntax(.unexpectedEnd) && error.offset == 7)
        #expect(error.location == JSONSourceLocation(line: 2, column: 3, utf16Column: 3))
      }
    }
  }

  /// A text may have as many bytes as the limit, and the error of one that ends too early or is too long is
  /// that of a reader that checks.
  @Test func limitsOfUncheckedSkips() throws {
    let text = Array("[[1,2,\"]\"] ]".utf8)
    for limit in (text.count - 6)...(text.count + 1) {
      for count in [text.count - 4, text.count] {
        var errors: [JSONStreamError?] = []
        for isUnchecked in [false, true] {
          var options = JSONReadingOptions.strict
          options.maximumLength = limit
          var reader = JSONEventReader(options: options)
          do throws(JSONStreamError) {
            reader.feed(text[..<count])
            reader.finish()
            _ = try reader.next()
            let isPassed = try isUnchecked ? reader.skipValueUnchecked() : reader.skipValue()
            // The value ends after ten bytes.
            #expect(isPassed && count == text.count && limit >= 10)
            while try reader.next() != nil {}
            errors.append(nil)
          } catch {
            errors.append(error)
          }
        }
        let comment: Comment = "\(count) bytes, limit \(limit)"
        #expect(errors[0]?.kind == errors[1]?.kind, comment)
        #expect(errors[0]?.offset == errors[1]?.offset, comment)
        #expect((errors[0] == nil) == (count == text.count && limit >= count), comment)
      }
    }
  }
}
