extension TreeStorage {
  /// Leaves one of all members of the same name, in the first one's place.
  @inline(never)
  func removeDuplicates(firstWins: Bool) {
    let total = count
    count = 0
    if tableBits != 0 { table.clear() }
    // Invariant: count ≤ index < total; what lies between the two was moved away.
    for index in 0..<total {
      let name = unsafe (names + index).move()
      let value = unsafe (values + index).move()
      let first = position(of: name)
      if first < 0 {
        append(name, value)
      } else if !firstWins {
        unsafe values[first] = value
      }
    }
  }
}
