import Foundation

extension InProcessContender {
  /// Foundation's `JSONSerialization`, which programs use that add no library.
  static let foundationName = "Foundation"

  static var foundation: InProcessContender {
    InProcessContender(
      name: foundationName,
      footnotes: [
        .dates: foundationDatesFootnote, .datesToText: foundationDatesFootnote,
        .userInfo: foundationUserInfoFootnote, .encodeValues: foundationEncodeValuesFootnote,
      ],
      preparations: [
        // It cannot validate without building the objects.
        .validate: run(on: { Data($0) }, FoundationJSON.parse, describe: { _ in .accepted }),
        .document: parsing, .tree: parsing, .objects: parsing,
        .walk: run(
          on: { Data($0) },
          { data in
            let object = try FoundationJSON.parse(data)
            var visitor = TouchingVisitor()
            try FoundationJSON.walk(object, into: &visitor)
            blackHole(visitor.sum)
            return object
          }, describe: FoundationJSON.fingerprint(of:)),
        .decodeNumber: { input in
          PartialReading.number(input) { data, path in
            var object: Any? = try FoundationJSON.parse(data)
            for name in path { object = (object as? [String: Any])?[name] }
            guard let number = object as? Int else { throw CocoaError(.coderValueNotFound) }
            return number
          }
        },
        .write: writing(), .writeTree: writing(), .writeObjects: writing(),
        .pretty: writing([.fragmentsAllowed, .prettyPrinted]),
        .roundtrip: run(
          on: { Data($0) },
          {
            try JSONSerialization.data(
              withJSONObject: FoundationJSON.parse($0), options: .fragmentsAllowed)
          }, describe: FoundationJSON.fingerprint(ofText:)),
      ], foundationDates, TypedCoding.tasks(TypedCoders.foundation),
      TypedCoding.directTasks(.foundation(.kept), .codable), foundationUserInfo, foundationRecords,
      foundationSmallTexts, foundationConveniences)
  }

  private static var parsing: Preparation {
    run(on: { Data($0) }, FoundationJSON.parse, describe: FoundationJSON.fingerprint(of:))
  }

  private static func writing(
    _ options: JSONSerialization.WritingOptions = .fragmentsAllowed
  ) -> Preparation {
    run(
      on: { try FoundationJSON.parse(Data($0)) },
      { try JSONSerialization.data(withJSONObject: $0, options: options) },
      describe: FoundationJSON.fingerprint(ofText:))
  }
}

/// Parses with `JSONSerialization`, and walks the result.
enum FoundationJSON {
  static func parse(_ data: Data) throws -> Any {
    do {
      return try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
    } catch {
      // The informative part of Foundation's error.
      let details = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw UsageError(details ?? error.localizedDescription)
    }
  }

  static func fingerprint(of object: Any) throws -> Fingerprint {
    try .walk { try walk(object, into: &$0) }
  }

  /// A written text is judged by reading it.
  static func fingerprint(ofText text: Data) throws -> Fingerprint {
    try fingerprint(of: parse(text))
  }

  /// Compares the dynamic type before any cast, because a failing cast is slow: it tries every
  /// bridge of Foundation. So Foundation's objects are walked about as fast as possible.
  static func walk(_ value: Any, into visitor: inout some ValueVisitor) throws {
    let type = type(of: value)
    if type == String.self, let string = value as? String {
      visitor.visit(string: string.utf8.span)
    } else if type == [String: Any].self, let object = value as? [String: Any] {
      try walk(object, into: &visitor)
    } else if type == [Any].self, let array = value as? [Any] {
      try walk(array, into: &visitor)
    } else {
      try walkReference(value, into: &visitor)
    }
  }

  private static func walk(
    _ object: [String: Any], into visitor: inout some ValueVisitor
  ) throws {
    visitor.visitObject()
    for (name, value) in object {
      visitor.visit(name: name.utf8.span)
      try walk(value, into: &visitor)
    }
  }

  private static func walk(_ array: [Any], into visitor: inout some ValueVisitor) throws {
    visitor.visitArray()
    for element in array { try walk(element, into: &visitor) }
  }

  /// Classes: numbers and null everywhere; on Darwin also containers and strings.
  private static func walkReference(
    _ value: Any, into visitor: inout some ValueVisitor
  ) throws {
    switch value {
    case let number as NSNumber: walk(number, into: &visitor)
    case is NSNull: visitor.visitNull()
    case let string as String: visitor.visit(string: string.utf8.span)
    case let object as [String: Any]: try walk(object, into: &visitor)
    case let array as [Any]: try walk(array, into: &visitor)
    default: throw UsageError("JSONSerialization returned a \(type(of: value))")
    }
  }

  private static func walk<Visitor: ValueVisitor>(_ number: NSNumber, into visitor: inout Visitor) {
    if isBoolean(number) {
      visitor.visit(bool: number.boolValue)
    } else if Visitor.needsExactNumbers, let decimal = number as? NSDecimalNumber {
      // Numbers of more than 17 digits are decimals, whose `doubleValue` can be off by several
      // units in the last place. The comparison is about the digits, which are right.
      visitor.visit(number: Double(decimal.description) ?? decimal.doubleValue)
    } else {
      visitor.visit(number: number.doubleValue)
    }
  }

  /// No other JSON number has the Objective-C type `c` (a signed char).
  private static func isBoolean(_ number: NSNumber) -> Bool {
    // Invariant: `objCType` points to a constant, zero-terminated string, so its first byte can be
    // read.
    unsafe number.objCType.pointee == booleanType
  }

  private static let booleanType = CChar(UInt8(ascii: "c"))
}
