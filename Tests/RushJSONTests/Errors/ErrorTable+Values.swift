import Foundation
import RushJSON

/// Calls that fail, for each kind of error.
enum ErrorTable {
  private static let text = #"{"a":["x",1.5],"b":null}"#

  private static func document(_ text: String = text) throws -> JSONDocument.Value {
    try JSONDocument(parsing: text).root
  }

  private static func tree() throws -> RawJSON { try RawJSON(parsing: text) }

  private struct Number: Decodable { let a: Int }
  private enum Letter: String, Decodable { case a }

  private struct Strict: Decodable, JSONReadable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    let a: Int

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      a = try reader.value("a")
      try reader.refuseUnknownMembers(beside: { $0.add("a") })
    }
  }

  /// `JSONValueError.Kind`.
  static let values: [ErrorRow] = plainValues + faults

  private static let plainValues: [ErrorRow] = [
    ErrorRow("document", "wrongKind(expected: number, found: string) at '/a/0', byte 6") {
      _ = try document().value(at: "/a/0").int()
    },
    ErrorRow("tree", "wrongKind(expected: object, found: string) at '/a/0'") {
      _ = try tree().value(at: "/a/0/x")
    },
    ErrorRow("decoder", "wrongKind(expected: number, found: array) at '/a', byte 5") {
      _ = try RushJSONDecoder().decode(Number.self, from: text)
    },
    ErrorRow("decoder of a tree", "wrongKind(expected: number, found: array) at '/a'") {
      _ = try RushJSONDecoder().decode(Number.self, from: tree())
    },
    ErrorRow("document", "missingName(\"c\") at '', byte 0") {
      _ = try document().value(at: "/c")
    },
    ErrorRow("tree", "missingName(\"c\") at ''") { _ = try tree().value(at: "/c") },
    ErrorRow("change of a tree", "missingName(\"c\") at ''") {
      var changed = try tree()
      try changed.set(1, at: "/c/d")
    },
    ErrorRow("decoder", "missingName(\"a\") at '/1/a', byte 9") {
      _ = try RushJSONDecoder().decode([Number].self, from: #"[{"a":1},{}]"#)
    },
    ErrorRow("reader", "unknownName(\"b\") at '/0/b', byte 8") {
      _ = try RushJSONDecoder().decode([Strict].self, from: #"[{"a":1,"b":2}]"#)
    },
    ErrorRow("document", "indexOutOfRange(2, count: 2) at '/a', byte 5") {
      _ = try document().value(at: "/a/2")
    },
    ErrorRow("tree", "indexOutOfRange(2, count: 2) at '/a'") {
      _ = try tree().value(at: "/a/2")
    },
    ErrorRow("decoder", "indexOutOfRange(1, count: 1) at '/0', byte 1") {
      struct Two: Decodable {
        init(from decoder: any Decoder) throws {
          var list = try decoder.unkeyedContainer()
          _ = try list.decode(Int.self)
          _ = try list.decode(Int.self)
        }
      }
      _ = try RushJSONDecoder().decode([Two].self, from: "[[1]]")
    },
    ErrorRow("document", "invalidIndex(\"01\") at '/a', byte 5") {
      _ = try document().value(at: "/a/01")
    },
    ErrorRow("tree", "invalidIndex(\"01\") at '/a'") { _ = try tree().value(at: "/a/01") },
    ErrorRow("document", "notRepresentable(number: \"1.5\", type: \"Int\") at '/a/1', byte 10") {
      _ = try document().value(at: "/a/1").int()
    },
    ErrorRow("document", "notRepresentable(number: \"1e400\", type: \"Double\") at '/0', byte 1") {
      _ = try document("[1e400]").value(at: "/0").double()
    },
    ErrorRow("decoder", "notRepresentable(number: \"300\", type: \"UInt8\") at '/1', byte 3") {
      _ = try RushJSONDecoder().decode([UInt8].self, from: "[1,300]")
    },
    ErrorRow("decoder", "invalidFormat(text: \"b\", expected: \"a valid Letter\") at '/1', byte 5")
    {
      _ = try RushJSONDecoder().decode([Letter].self, from: #"["a","b"]"#)
    },
    ErrorRow("decoder", "invalidValue(array, type: \"Refusing\") at '/0', byte 1") {
      struct Refusing: Decodable {
        init(from decoder: any Decoder) throws {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        }
      }
      _ = try RushJSONDecoder().decode([Refusing].self, from: "[[]]")
    },
  ]

  /// The kinds that have a fault, as kinds.
  private static let faults: [ErrorRow] = (pointers + dates + datePatterns).map { row in
    ErrorRow(row.reader + " " + row.expected, row.fault) {
      do { try await row.call() } catch let fault as Fault {
        throw FaultKind(description: fault.kind)
      }
    }
  }

  /// `JSONValueError.PointerFault`.
  static let pointers: [ErrorRow] = [
    ErrorRow("pointer", "expectedSlash at byte 0") {
      try fault { _ = try JSONPointer(String("a/b")) }
    },
    ErrorRow("pointer", "invalidEscape at byte 3") {
      try fault { _ = try JSONPointer(String("/a/~2")) }
    },
    ErrorRow("fragment", "invalidPercentEncoding at byte 3") {
      try fault { _ = try JSONPointer(fragment: "#/a%4") }
    },
    ErrorRow("fragment", "invalidUTF8 at byte 2") {
      try fault { _ = try JSONPointer(fragment: "#/%ff") }
    },
  ]

  /// `JSONValueError.DateFault`, for texts and numbers, and for instants without a text.
  static let dates: [ErrorRow] = [
    date("expectedDigits(of: day) at byte 8", "2024-06-xx"),
    date("expectedName(of: month) at byte 3", "24 Foo 2024", pattern: "dd MMM yyyy"),
    date("outOfRange(month) at byte 5", "2024-13-01T00:00:00Z"),
    date("expectedByte(45) at byte 4", "2024/06/24T00:00:00Z"),
    date("expectedSeparator at byte 10", "2024-06-24x00:00:00Z"),
    date("expectedOffset at byte 19", "2024-06-24T21:00:33"),
    date("expectedEnd at byte 20", "2024-06-24T21:00:33Zx"),
    date("unexpectedLeapSecond at byte 17", "2024-06-24T21:00:60Z"),
    date("wrongWeekday at byte 0", "Fri, 24 Jun 2024", pattern: "EEE, dd MMM yyyy"),
    ErrorRow("date", "expectedNumber at byte 0") {
      try fault { _ = try JSONDateFormat.unix(.seconds).parse("x") }
    },
    ErrorRow("date", "wrongForm at byte 0") {
      try fault {
        // Invariant: the bytes stay during the call.
        try unsafe Array("7".utf8).withUnsafeBytes {
          _ = try unsafe JSONDateFormat.rfc3339.parse($0, as: .number)
        }
      }
    },
  ]

  /// `JSONValueError.DatePatternFault`.
  static let datePatterns: [ErrorRow] = [
    pattern("unknownLetter at byte 5", "yyyy-Q"),
    pattern("unsupportedCount at byte 0", "yyyyyyyyyyyyyyyyyyyyy"),
    pattern("unterminatedQuote at byte 4", "yyyy'T"),
    pattern("repeatedField at byte 5", "yyyy-yyyy"),
    pattern("missingDayPeriod at byte 0", "hh:mm"),
    pattern("ambiguousDigits at byte 0", "dMM"),
    pattern("empty at byte 0", ""),
  ]

  private static func date(_ expected: String, _ text: String, pattern: String? = nil) -> ErrorRow {
    ErrorRow("date", expected) {
      let format = try pattern.map { try JSONDateFormat.pattern($0) } ?? .rfc3339
      try fault { _ = try format.parse(text) }
    }
  }

  private static func pattern(_ expected: String, _ pattern: String) -> ErrorRow {
    ErrorRow("date pattern", expected) { try fault { _ = try JSONDateFormat.pattern(pattern) } }
  }

  /// Throws the fault that a `JSONValueError` is about, with its offset.
  private static func fault(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as JSONValueError {
      throw Fault(error)
    }
  }

  /// The fault of an error about a text.
  private struct Fault: Error, CustomStringConvertible {
    let description: String
    let kind: String

    init(_ error: JSONValueError) {
      let name =
        switch error.kind {
        case .invalidPointer(let fault): ErrorRow.name(fault)
        case .invalidDate(let fault, _): ErrorRow.name(fault)
        case .invalidDatePattern(let fault): String(ErrorRow.name(fault).prefix { $0 != "(" })
        default: "no fault"
        }
      description = "\(name) at byte \(error.offset ?? -1)"
      kind = String(ErrorRow.name(error.kind).prefix { $0 != "(" })
    }
  }

  private struct FaultKind: Error, CustomStringConvertible { let description: String }
}

extension ErrorRow {
  /// The kind of error that has this row's fault.
  fileprivate var fault: String {
    switch reader {
    case "date": "invalidDate"
    case "date pattern": "invalidDatePattern"
    default: "invalidPointer"
    }
  }
}
