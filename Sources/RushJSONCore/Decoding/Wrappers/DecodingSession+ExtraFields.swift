extension DecodingSession {
  /// The members of the object at `object` for which `Key` has no key.
  func extraFields<Key: CodingKey>(
    of object: UInt32, notNamedBy key: Key, name: (String) -> String = { $0 }
  ) -> ExtraFields {
    var extra = ExtraFields()
    let isLastWins = unsafe storage.options.duplicateNames == .lastWins
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let spelling = string(record(at))
      let converted = name(spelling)
      // The property's own key names no member: one that is called like it is an extra one.
      if Key(stringValue: converted) == nil || converted == key.stringValue,
        isLastWins || extra.wrappedValue[spelling] == nil
      {
        extra.wrappedValue[spelling] = unsafe storage.tree(at: Int(at &+ 1))
      }
      at = following(at &+ 1)
    }
    return extra
  }
}
