extension DecodingTape {
  /// The members of the object at `object` that `Key` has no key for. `name` converts their names.
  func extraFields<Key: CodingKey>(
    of object: UInt32, notNamedBy key: Key, name: (String) -> String = { $0 }
  ) -> ExtraFields {
    var extra = ExtraFields(wrappedValue: [:])
    forEachMember(of: object) { record, value in
      let spelling = string(record)
      let converted = name(spelling)
      // The property's own key names no member: a member with that name is an extra one.
      if Key(stringValue: converted) == nil || converted == key.stringValue,
        isLastWins || extra.wrappedValue[spelling] == nil
      {
        extra.wrappedValue[spelling] = withStorage { $0.tree(at: Int(value)) }
      }
    }
    return extra
  }
}
