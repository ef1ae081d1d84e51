// Compact text with the members of each object in the order of their names. It is searched for the ends of tokens, and not
// read as a document.
//
//   {"b":1,"a":{"d":2,"c":3}}     links: at the byte before each member, and at each bracket that closes an object
//   │     │    │     │     ││
//   0     1    2     3     45     0 → 1   5 → 0   1 → 5     "a" comes first, "b" after the end of "a", the bracket after "b"
//                                 2 → 3   4 → 2   3 → 4     "c", "d", the bracket
//
// If an object is not sorted, its links lead to its first member, and from the end of each member to the next. Then the text is
// copied once, along the links. Only the byte before a member, a comma or bracket, depends on the order.

internal import _RushJSONShims

@safe
struct SortedText: ~Copyable {
  /// A place where the sorted text may continue elsewhere.
  private struct Link: BitwiseCopyable {
    let offset: Int
    /// The link where it continues: this one, if nothing changes here.
    var next: Int
  }

  /// The name of a member of an open object.
  private struct Name: BitwiseCopyable {
    /// The first eight bytes as a number, followed by zeros.
    let prefix: UInt64
    let length: Int
    let link: Int
  }

  /// An open array or object.
  private struct Container: BitwiseCopyable {
    /// The index of its first name.
    let firstName: Int
    let isObject: Bool
    /// Whether a name comes before the previous one.
    var isUnsorted = false
    var hasEscapes = false
  }

  private var links = GrowingStack<Link>()
  private var names = GrowingStack<Name>()
  private var open = GrowingStack<Container>()
  /// For each number of members up to `mostKept`, the order of the last such object: most objects of a text are alike.
  // Invariant: in the row of a number, all bytes are below it.
  private var orders: CheckedPointer<UInt8>?
  // Invariant: room for `capacity` bytes.
  private var copy: CheckedPointer<UInt8>?
  private var capacity = 0

  /// The most members whose order is kept.
  private static var mostKept: Int { 64 }
  /// The most links whose memory is kept for the next text.
  private static var mostLinks: Int { 1 << 15 }

  init() { (orders, copy) = (nil, nil) }

  deinit {
    unsafe orders?.free()
    unsafe copy?.free()
  }

  /// Frees memory that few texts need.
  mutating func shrink() {
    if links.count > SortedText.mostLinks { links = GrowingStack() }
  }

  /// The text with sorted members, which lives until the next call, or `nil` if the text is not compact.
  ///
  /// `RUSH_ENDS_SLACK` bytes after the text can be read.
  /// - Complexity: O(*n*) in the bytes, and O(*m* log *m*) comparisons of the names of an object.
  mutating func sort(_ text: CheckedBytes) -> CheckedBytes? {
    links.truncate(to: 0)
    names.truncate(to: 0)
    open.truncate(to: 0)
    guard let start = unsafe text.baseAddress else { return nil }
    let bytes = unsafe CheckedView(bytes: start, count: text.count &+ Int(RUSH_ENDS_SLACK))
    guard let isChanged = link(bytes, text.count) else { return nil }
    return isChanged ? copied(bytes, text.count) : text
  }

  // MARK: - Links

  /// Links the members of all objects. Returns whether the sorted text differs, or `nil` if the text is not compact.
  private mutating func link(_ text: CheckedView<UInt8>, _ count: Int) -> Bool? {
    var isChanged = false
    var container = Container(firstName: 0, isObject: false)
    var at = 0
    while at < count {
      if container.isObject {
        guard let end = beginMember(of: &container, text, at, count) else { return nil }
        at = end
      }
      let first = text[at]
      if first == UInt8.openBrace || first == UInt8.openBracket {
        at &+= 1
        // A closing bracket has the code of its opening bracket plus 2.
        if text[at] != first &+ 2 {
          open.push(container)
          container = Container(firstName: names.count, isObject: first == UInt8.openBrace)
          continue
        }
        at &+= 1
      } else if first == UInt8.quote {
        var hasEscapes = false
        let length = unsafe rush_string_length(
          text.checked(count &- at &- 1, at: at &+ 1), count &- at &- 1, &hasEscapes)
        at &+= length &+ 2
      } else {
        let length = unsafe rush_scalar_length(text.checked(count &- at, at: at), count &- at)
        at &+= length
        if length == 0 || first <= UInt8.space || text[at &- 1] <= UInt8.space {
          return nil
        }
      }
      while true {
        if open.count == 0 { return at == count ? isChanged : nil }
        guard at < count else { return nil }
        let byte = text[at]
        at &+= 1
        if byte == UInt8.comma { break }
        guard byte == (container.isObject ? UInt8.closeBrace : UInt8.closeBracket) else {
          return nil
        }
        if container.isObject {
          let link = links.count
          links.push(Link(offset: at &- 1, next: link))
          if container.isUnsorted || container.hasEscapes {
            reorder(container, text, before: link)
            isChanged = true
          }
          names.truncate(to: container.firstName)
        }
        container = open.pop()
      }
    }
    return nil
  }

  /// Begins the member whose name is at `at`. Returns the offset of its value, or `nil` if it is not compact.
  @inline(__always)
  private mutating func beginMember(
    of container: inout Container, _ text: CheckedView<UInt8>, _ at: Int, _ count: Int
  ) -> Int? {
    guard text[at] == UInt8.quote else { return nil }
    let length = unsafe rush_string_length(
      text.checked(count &- at &- 1, at: at &+ 1), count &- at &- 1, &container.hasEscapes)
    let colon = at &+ length &+ 2
    // A value follows, so its first byte is in the text.
    guard colon &+ 1 < count, text[colon] == UInt8.colon else { return nil }
    let name = Name(
      prefix: SortedText.word(text + at + 1, length), length: length, link: links.count)
    names.push(name)
    links.push(Link(offset: at &- 1, next: name.link))
    let number = names.count &- container.firstName
    if number > 1, !container.isUnsorted {
      container.isUnsorted = precedes(names.count &- 1, names.count &- 2, text)
    }
    return colon &+ 1
  }

  /// The first eight bytes of a name, or of the rest of one, as a number that compares like them. Zeros follow a shorter one.
  @inline(__always)
  private static func word(_ name: CheckedView<UInt8>, _ length: Int) -> UInt64 {
    // A quotation mark and a colon follow the name, and bytes after the text can be read.
    let word = UInt64(bigEndian: name.load(as: UInt64.self))
    return length >= 8 ? word : word & ~(UInt64.max &>> UInt64(8 &* length))
  }

  /// Whether the first of two names comes before the second. Neither has an escape. Equal ones stay in their order.
  // Mutating, because its callers would otherwise copy all of this.
  @inline(__always)
  private mutating func precedes(_ a: Int, _ b: Int, _ text: CheckedView<UInt8>) -> Bool {
    let (x, y) = (names[a].prefix, names[b].prefix)
    return x == y ? precedesSlowly(a, b, text) : x < y
  }

  @inline(never)
  private mutating func precedesSlowly(_ a: Int, _ b: Int, _ text: CheckedView<UInt8>) -> Bool {
    let (first, second) = (names[a], names[b])
    var at = 8
    while at < min(first.length, second.length) {
      let x = SortedText.word(start(of: first, text) + at, first.length &- at)
      let y = SortedText.word(start(of: second, text) + at, second.length &- at)
      if x != y { return x < y }
      at &+= 8
    }
    return first.length == second.length ? a < b : first.length < second.length
  }

  private func start(of name: Name, _ text: CheckedView<UInt8>) -> CheckedView<UInt8> {
    // A quotation mark follows the byte of the link.
    text + links[name.link].offset + 2
  }

  // MARK: - Order

  /// Links the members of an object in order. `close` is the link of its closing bracket.
  @inline(never)
  private mutating func reorder(
    _ container: Container, _ text: CheckedView<UInt8>, before close: Int
  ) {
    let first = container.firstName
    let count = names.count &- first
    if container.hasEscapes || count > SortedText.mostKept {
      let order = slowOrder(container, text)
      return link(first, count, before: close) { order[$0] }
    }
    let order = keptOrder(of: count)
    let isKnown = (1..<count).allSatisfy {
      precedes(first &+ Int(order[$0 &- 1]), first &+ Int(order[$0]), text)
    }
    if !isKnown {
      for member in 0..<count {
        var place = member
        while place > 0,
          precedes(first &+ member, first &+ Int(order[place &- 1]), text)
        {
          order[place] = order[place &- 1]
          place &-= 1
        }
        order[place] = UInt8(member)
      }
    }
    link(first, count, before: close) { Int(order[$0]) }
  }

  @inline(__always)
  private mutating func keptOrder(of count: Int) -> CheckedPointer<UInt8> {
    assert(count > 0 && count <= SortedText.mostKept)
    if let orders { return orders + count &* SortedText.mostKept }
    let size = (SortedText.mostKept &+ 1) &* SortedText.mostKept
    let new = unsafe CheckedPointer<UInt8>.reallocated(nil, capacity: size)
    new.initialize(repeating: 0, count: size)
    orders = new
    return new + count &* SortedText.mostKept
  }

  /// The order of many members, or of names with escapes. Makes strings of them.
  @_optimize(size)
  private func slowOrder(_ container: Container, _ text: CheckedView<UInt8>) -> [Int] {
    JSONWritingOptions.NameOrder.utf8.sorted(
      (container.firstName..<names.count).map {
        let bytes = unsafe CheckedBytes(
          start: start(of: names[$0], text).checked(names[$0].length), count: names[$0].length)
        return String(
          accepted: bytes, hasEscapes: container.hasEscapes, leniencies: [])
      })
  }

  @inline(__always)
  private mutating func link(_ first: Int, _ count: Int, before close: Int, _ order: (Int) -> Int) {
    var end = names[first].link
    for position in 0..<count {
      let member = order(position)
      links[end].next = names[first &+ member].link
      end = member &+ 1 < count ? names[first &+ member &+ 1].link : close
    }
    links[end].next = close
  }

  // MARK: - Copy

  /// Copies the text along the links.
  private mutating func copied(
    _ text: CheckedView<UInt8>, _ count: Int
  ) -> CheckedBytes {
    if capacity < count {
      unsafe copy?.free()
      capacity = count &+ count / 4
      copy = unsafe .reallocated(nil, capacity: capacity &+ Int(RUSH_COPY_SLACK))
    }
    let start = unsafe copy.unsafelyUnwrapped
    var (from, target, index) = (0, start, 0)
    var before = text[0]
    while index < links.count {
      let link = links[index]
      if link.next != index {
        SortedText.append(text + from, link.offset &- from, before, &target)
        let next = links[link.next].offset
        let (old, new) = (text[link.offset], text[next])
        // The member after an opening bracket is the first, and all others have a comma.
        before = new == UInt8.closeBrace ? new : old == UInt8.closeBrace ? UInt8.comma : old
        from = next
        index = link.next
      }
      index &+= 1
    }
    SortedText.append(text + from, count &- from, before, &target)
    assert(target == start + count)
    return unsafe CheckedBytes(start: start.address, count: count)
  }

  @inline(__always)
  private static func append(
    _ bytes: CheckedView<UInt8>, _ count: Int, _ first: UInt8,
    _ target: inout CheckedPointer<UInt8>
  ) {
    assert(count >= 0)
    if count == 0 { return }
    unsafe rush_copy(
      bytes.checked(count), count, target.checked(count &+ Int(RUSH_COPY_SLACK)))
    target.pointee = first
    target += count
  }
}
