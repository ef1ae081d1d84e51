// What a writer knows of the text so far.

/// What may come next.
enum WritingExpectation: UInt8 {
  /// The value of the text, or of a name.
  case value
  /// The first element of an array, or its end.
  case firstElement
  /// Another element, or the end.
  case element
  /// The first name of an object, or its end.
  case firstName
  /// Another name, or the end.
  case name
  /// The end of the text.
  case nothing
}

/// A state to return to.
struct WritingMark {
  let count: Int
  let depth: Int
  let expected: WritingExpectation
}

/// An object that has parts.
struct MergedObject {
  let depth: Int
  /// The number of parts that were being written when it began.
  let firstPart: Int
  /// The bits that its own names, and those around it, are compared with.
  let outerBits: UInt64
  /// The names of its parts in the text up to here, by their bytes: names that Swift compares as equal may differ.
  var scanned: Int
  var names: Set<[UInt8]> = []
  var bits: UInt64 = 0
  /// The state before the last member, if that is to be taken back.
  var repeated: WritingMark?
  /// The members that wait for the end.
  var unknown: [(name: String, write: (inout JSONWriter) throws(JSONWritingError) -> Void)] = []
}

/// A value whose members are being written among those of an object.
struct WrittenPart {
  /// Adds the names that the value around it declares.
  let names: (inout JSONName.List) -> Void
  let bits: UInt64
  /// The same names, if one of them was in question.
  var declared: Set<[UInt8]>?
  /// Whether its object has begun, and has not ended.
  var isOpen = false
}
