extension JSONRecord {
  /// The treatment of a record that cannot be read, or that no value can be made of.
  public enum FailurePolicy: Sendable, Hashable {
    /// Deliver the error in the record's place, and end.
    case fail
    /// Leave the record out.
    case skip
    /// Deliver the error in the record's place, and continue with the next record.
    case deliver
  }

  /// The response to a record that the end of the stream cuts: a line without its line feed, or an event without
  /// the empty line after it. The record may be incomplete.
  public enum UnendedPolicy: Sendable, Hashable {
    /// Read it like all others.
    case read
    /// Leave it out, for example because a program is still writing the file.
    case drop
    /// Refuse it with ``JSONStreamError/Kind/truncatedRecord``.
    case refuse
  }
}
