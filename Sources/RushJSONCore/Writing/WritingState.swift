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
