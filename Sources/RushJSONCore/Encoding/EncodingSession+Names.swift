// Where members and elements begin: their names are written, and seen the second time.

extension EncodingSession {
  /// Begins a member, up to the colon. Not so if everything is nodes.
  @inline(__always)
  func beginMember(_ place: EncodingPlace, _ key: some CodingKey) -> Bool {
    guard isOpen(place) else { return false }
    let frame = unsafe frames + Int(place.level)
    let name = key.stringValue
    let words = StringWords(name)
    if _fastPath(unsafe state.pointee.names.tell(words)), unsafe !frame.pointee.isDictionary,
      let slot = unsafe state.pointee.names.find(words) ?? prepare(words, key)
    {
      let isNew = unsafe frame.pointee.numbers.insert(slot.number)
      if _fastPath(isNew),
        unsafe _fastPath(state.pointee.hashes.count == frame.pointee.firstHash)
          || !hasHash(unsafe state.pointee.names.hashes[Int(slot.number)], Int(place.level))
      {
        unsafe output.pointee.separate(frame.pointee.count == 0)
        unsafe frame.pointee.count &+= 1
        unsafe state.pointee.names.write(slot, to: &output.pointee.buffer)
        return true
      }
      makeNodes()
      return false
    }
    return beginOtherMember(place, key)
  }

  @inline(never)
  private func prepare(_ words: StringWords, _ key: some CodingKey) -> MemberNames.Slot? {
    if case .custom = snapshot.options.keys { return nil }
    let name = snapshot.options.keys.name(key, path: [])
    return unsafe state.pointee.names.add(words, name, escaping: snapshot.scalars.escaping)
  }

  @inline(never)
  private func beginOtherMember(_ place: EncodingPlace, _ key: some CodingKey) -> Bool {
    beginOwnMember(name(key, in: place), Int(place.level))
  }

  /// Begins a member whose name comes from no key.
  func beginOwnMember(_ name: String, _ level: Int) -> Bool {
    if isRepeated(NameHash.hash(name), level) {
      makeNodes()
      return false
    }
    beginData(name, level)
    return true
  }

  /// Begins a member of a name that the object does not have.
  @inline(__always)
  func beginData(_ name: String, _ level: Int) {
    unsafe output.pointee.separate(frames[level].count == 0)
    unsafe frames[level].count &+= 1
    unsafe output.pointee.string(name)
    unsafe output.pointee.colon()
  }

  @inline(__always)
  func beginElement(_ place: EncodingPlace) -> Bool {
    guard isOpen(place) else { return false }
    let frame = unsafe frames + Int(place.level)
    unsafe output.pointee.separate(frame.pointee.count == 0)
    unsafe frame.pointee.count &+= 1
    return true
  }

  /// The name of a member, by the strategy.
  func name(_ key: some CodingKey, in place: EncodingPlace) -> String {
    if !snapshot.convertsNames || isDictionary(place) { return key.stringValue }
    return snapshot.options.keys.name(key, path: codingPath(place))
  }

  func isDictionary(_ place: EncodingPlace) -> Bool {
    if isTree { return node(place)?.isDictionary ?? false }
    return unsafe hasFrame(place) && frames[Int(place.level)].isDictionary
  }

  /// Whether what the value at `place` is given from now on is a dictionary, whose names stay as they
  /// are.
  func markDictionary(_ place: EncodingPlace, _ isDictionary: Bool) {
    guard isInUse else { return }
    if isTree {
      node(place)?.isDictionary = isDictionary
    } else if hasFrame(place) {
      unsafe frames[Int(place.level)].isDictionary = isDictionary
    }
  }

  /// Whether the object at `level` has a name of this hash among those without a number.
  @inline(never)
  private func hasHash(_ hash: UInt64, _ level: Int) -> Bool {
    let frame = unsafe frames[level]
    if frame.hasManyHashes {
      return unsafe state.pointee.manyHashes[frame.id]?.contains(hash) ?? false
    }
    return unsafe state.pointee.hashes[frame.firstHash...].contains(hash)
  }

  /// Notes the hash of a name without a number. Whether the object has a name of the same hash, which
  /// is as good as the same name: nodes tell the two apart.
  private func isRepeated(_ hash: UInt64, _ level: Int) -> Bool {
    if hasHash(hash, level) { return true }
    let prepared = unsafe state.pointee.names.hashes
    for number in prepared.indices where prepared[number] == hash {
      if unsafe frames[level].numbers.contains(number) { return true }
    }
    unsafe state.pointee.hashes.append(hash)
    let frame = unsafe frames[level]
    if frame.hasManyHashes {
      unsafe state.pointee.manyHashes[frame.id]?.insert(hash)
    } else if unsafe state.pointee.hashes.count &- frame.firstHash >= 32 {
      unsafe frames[level].hasManyHashes = true
      unsafe state.pointee.manyHashes[frame.id] = Set(state.pointee.hashes[frame.firstHash...])
    }
    return false
  }
}
