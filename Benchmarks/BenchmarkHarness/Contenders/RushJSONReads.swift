import RushJSON

/// The operations of the library that the checks use.
enum RushJSONReads {
  /// All numbers of a document, in document order.
  static func numbers(in text: [UInt8]) throws -> [Double] {
    let document = try JSONDocument(parsing: text)
    var numbers: [Double] = []
    var cursor = document.cursor()
    while cursor.advance() {
      if cursor.kind == .number { numbers.append(cursor.double) }
    }
    return numbers
  }

  /// The elements of an array of numbers.
  static func doubles(in text: [UInt8]) throws -> [Double] {
    let document = try JSONDocument(parsing: text)
    var numbers: [Double] = []
    numbers.reserveCapacity(document.root.count)
    for element in try document.root.elements() { numbers.append(try element.double()) }
    return numbers
  }

  /// The elements of an array of numbers, each rounded once from its digits.
  static func floats(in text: [UInt8]) throws -> [Float] {
    let document = try JSONDocument(parsing: text)
    var numbers: [Float] = []
    numbers.reserveCapacity(document.root.count)
    for element in try document.root.elements() { numbers.append(try element.float()) }
    return numbers
  }

  /// Makes a document and frees it.
  @inline(never)
  static func parse(_ text: [UInt8]) throws {
    blackHole(try JSONDocument(parsing: text))
  }

  /// A document as an opaque value to keep.
  static func document(_ text: [UInt8]) throws -> some Sendable {
    try JSONDocument(parsing: text)
  }
}
