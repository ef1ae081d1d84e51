extension JSONPointer {
  /// A step of a path: a name, an index, or the position after the last element of an array.
  ///
  /// A pointer's token is a name or an index, depending on the value that the pointer is applied to. A
  /// step says which of them it is. A string literal is a name, and an integer literal an index.
  public enum Step: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element at this index.
    case index(Int)
    /// The position after the last element.
    case end
  }
}

extension JSONPointer.Step: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// Creates the step to a member.
  public init(stringLiteral name: String) { self = .name(name) }

  /// Creates the step to an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}
