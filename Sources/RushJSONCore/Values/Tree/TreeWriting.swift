// Trees as text, without recursion.
//
//   {"id": 7, "tags": ["a", "b"]}
//
//   frame   the members of the object, 1 of 2 written        open   the frames around it
//   end     where the next byte of the text goes
//
// The loop keeps `end` in a register, and returns it to the buffer before other functions write. It reserves room
// once per value: a short name, a short value and the bytes after them fit into the slack of the buffer. It reads values
// through the words of their strings and references (Bytes/Layout), so it retains nothing. Strings without escapes are
// copied unseen if their container knows so (`StorageContents`).

internal import _RushJSONShims

extension TextOutput {
  enum TreeRefusal {
    case tooDeep
    case number(JSONNumber, JSONPointer)
  }

  /// An array or object that is being written.
  /// Invariant: the tree being written owns the values, and does not change meanwhile.
  @safe
  private struct Frame: BitwiseCopyable {
    let values: CheckedView<RawJSON>
    /// The names of an object.
    let names: CheckedView<String>?
    var next: Int
    let count: Int
    /// The start of this object's order in the list of orders, if names are sorted.
    let order: Int
    /// Strings with escapes among the values, and the names, as far as that matters for the text.
    let escaped: StorageContents
  }

  mutating func write(_ root: RawJSON, maximumDepth: Int) -> TreeRefusal? {
    withExtendedLifetime(root) {
      unsafe withView(of: root) { write(at: $0, maximumDepth: maximumDepth) }
    }
  }

  /// Writes the tree at an address as the whole text. Returns whether it has one.
  mutating func writeWhole(_ root: CheckedView<RawJSON>) -> Bool {
    if case nil = write(at: root, maximumDepth: options.maximumDepth) { true } else { false }
  }

  /// Writes the tree at an address, which retains nothing.
  private mutating func write(at root: CheckedView<RawJSON>, maximumDepth: Int) -> TreeRefusal? {
    // Most trees have fewer levels, and need no other memory for them.
    unsafe withUnsafeTemporaryAllocation(of: Frame.self, capacity: 8) { memory in
      var open = unsafe GrowingStack<Frame>(lending: memory)
      return write(at: root, &open, maximumDepth: maximumDepth)
    }
  }

  // Invariant of this loop: after `reserve`, `end` is at most at the limit of the buffer, and the slack
  // follows. Until the next one, at most a short name with its colon (19 bytes), the room of a number
  // (`shortNumber`) and a byte are written there.
  private mutating func write(
    at root: CheckedView<RawJSON>, _ open: inout GrowingStack<Frame>, maximumDepth: Int
  ) -> TreeRefusal? {
    // The sorted orders of the open objects, as indices of their members.
    var orders: [Int] = []
    let isSorted = options.nameOrder != .asGiven
    let isCompact = isCompact
    let knowsContent = RawJSON.holdsContentFirst
    // Where a slash is escaped too, containers do not know whether their strings need it.
    let escaped: StorageContents = keepsEscapes ? [] : .escaped
    let keepsNumbers = knowsContent && options.numbers == .asGiven
    // The root is written like the element of an array without brackets.
    var frame = Frame(
      values: root, names: nil, next: 0, count: 1, order: 0,
      escaped: .escaped)
    var end = buffer.position
    while true {
      var index = frame.next
      end = buffer.reserve(0, at: end)
      if let names = frame.names {
        if _slowPath(isSorted) { index = orders[frame.order &+ index] }
        end = string(
          at: names + index, isPlain: !frame.escaped.contains(.escapedNames), to: end)
        end = isCompact ? TextOutput.put(UInt8.colon, at: end) : slowColon(at: end)
      }
      assert(index >= 0 && index < frame.count)
      let value = frame.values + index
      switch RawJSON.content(at: value) {
      case .null: end = TextOutput.put(0x6c6c_756e, count: 4, at: end)
      case .false: end = TextOutput.put(0x65_736c_6166, count: 5, at: end)
      case .true: end = TextOutput.put(0x6575_7274, count: 4, at: end)
      case .string where knowsContent:
        // Invariant: the string is the first part of the value.
        end = string(
          at: EnumLayout.payload(at: value, as: String.self),
          isPlain: !frame.escaped.contains(.escapedValues), to: end)
      case .decimal where keepsNumbers:
        // Invariant: the digits and their spelling are the first part of the value.
        let (digits, spelling) =
          EnumLayout.payload(at: value, as: RawJSON.DecimalContent.self).pointee
        end = number(digits, spelling, to: end)
      case .array, .object:
        guard depth < maximumDepth else { return .tooDeep }
        guard let storage = unsafe RawJSON.storage(inside: value, knowsContent),
          unsafe storage._withUnsafeGuaranteedRef({ $0.count }) > 0
        else {
          end = empty(value, at: end)
          break
        }
        open.push(frame)
        unsafe storage._withUnsafeGuaranteedRef { storage in
          assert(storage.count > 0)
          let isObject = storage.isObject
          end = TextOutput.put(isObject ? UInt8.openBrace : UInt8.openBracket, at: end)
          depth &+= 1
          frame = Frame(
            values: CheckedView(storage.values), names: isObject ? CheckedView(storage.names) : nil,
            next: 0,
            count: storage.count, order: orders.count,
            escaped: storage.contents.union(escaped).intersection(.escaped))
          if _slowPath(isSorted), isObject { appendOrder(of: storage, to: &orders) }
        }
        if !isCompact { end = slowBreak(at: end) }
        continue
      case .string, .decimal, .otherNumber:
        buffer.move(to: end)
        if let number = slowScalar(value.pointee) {
          open.push(frame)
          return .number(number, pointer(&open, orders))
        }
        end = buffer.position
      }
      frame.next &+= 1
      while frame.next == frame.count {
        if open.count == 0 {
          buffer.move(to: end)
          return nil
        }
        let isObject = frame.names != nil
        assert(depth > 0)
        depth &-= 1
        if !isCompact { end = slowBreak(at: end) }
        end = buffer.reserve(0, at: end)
        end = TextOutput.put(isObject ? UInt8.closeBrace : UInt8.closeBracket, at: end)
        if _slowPath(isSorted), isObject { removeOrder(of: frame, from: &orders) }
        if _slowPath(buffer.failure != nil) {
          buffer.move(to: end)
          return nil
        }
        frame = open.pop()
        frame.next &+= 1
      }
      end = TextOutput.put(UInt8.comma, at: end)
      if !isCompact { end = slowBreak(at: end) }
    }
  }

  // MARK: - Parts of the loop

  // Invariant of all: there is room for the bytes from `end` on, as the loop says. They return the end of
  // the longer text.

  @inline(__always)
  private static func put(
    _ byte: UInt8, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    end.pointee = byte
    return end + 1
  }

  /// Stores eight bytes, and keeps the first `count`.
  @inline(__always)
  private static func put(
    _ word: UInt64, count: Int, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    end.store(word.littleEndian, as: UInt64.self)
    return end + count
  }

  /// Writes a string. If it `isPlain`, it is known to have nothing to escape.
  @inline(__always)
  private mutating func string(
    at string: CheckedView<String>, isPlain: Bool, to end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    let words = StringWords(at: string)
    guard _fastPath(knowsSmallStrings && words.isSmall) else {
      return longString(at: string, isPlain: isPlain, to: end)
    }
    let count = words.smallCount
    assert(count >= 0 && count <= SmallString.capacity)
    end.pointee = UInt8.quote
    if isPlain {
      unsafe rush_copy_sixteen(string.checked(16), end.checked(16, at: 1))
    } else if unsafe !rush_copy_plain_short(
      string.checked(16), count, end.checked(16, at: 1), stop)
    {
      return longString(at: string, isPlain: false, to: end)
    }
    end[count &+ 1] = UInt8.quote
    return end + (count &+ 2)
  }

  /// A string that is not small, or has escapes.
  @inline(never)
  private mutating func longString(
    at string: CheckedView<String>, isPlain: Bool, to end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    if knowsSmallStrings, !isPlain, StringWords(at: string).isSmall {
      return escapedSmallString(at: string, to: end)
    }
    if isPlain, let bytes = StringWords(at: string).nativeUTF8(nativeStrings),
      bytes.count <= OutputBuffer.largestReservation &- 2, let source = unsafe bytes.baseAddress
    {
      let count = bytes.count
      let start = buffer.reserve(count &+ 2, at: end)
      start.pointee = UInt8.quote
      unsafe rush_copy(source, count, start.checked(count &+ Int(RUSH_COPY_SLACK), at: 1))
      start[count &+ 1] = UInt8.quote
      return start + (count &+ 2)
    }
    buffer.move(to: end)
    self.string(at: string)
    return buffer.position
  }

  /// Writes a small string with escapes. Starting the kernel for escapes would take longer.
  private mutating func escapedSmallString(
    at string: CheckedView<String>, to end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    let count = StringWords(at: string).smallCount
    let start = buffer.reserve(2 &* SmallString.capacity &+ 2, at: end)
    start.pointee = UInt8.quote
    // Invariant: a small string begins with its bytes. There is room for two for each, and the slack after them.
    assert(count <= SmallString.capacity)
    let progress = unsafe rush_copy_escaping(
      string.checked(16), count, start.checked(2 &* count &+ Int(RUSH_COPY_SLACK), at: 1), stop)
    assert(progress.read <= count && progress.written <= 2 &* count)
    if progress.read < count {
      buffer.move(to: start)
      self.string(at: string)
      return buffer.position
    }
    start[progress.written &+ 1] = UInt8.quote
    return start + (progress.written &+ 2)
  }

  @inline(__always)
  private mutating func number(
    _ digits: UInt64, _ spelling: NumberSpelling, to end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    let fraction = spelling.plainFraction
    if _slowPath(fraction > 16) { return longNumber(digits, spelling, to: end) }
    end.pointee = UInt8.minus
    let start = end + (spelling.isNegative ? 1 : 0)
    if _fastPath(fraction == 0) { return start + NumberText.write(digits, to: start) }
    return start
      + NumberText.write(digits, fractionDigits: Int(truncatingIfNeeded: fraction), to: start)
  }

  /// A number with an exponent or a long fraction.
  @inline(never)
  private mutating func longNumber(
    _ digits: UInt64, _ spelling: NumberSpelling, to end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    if _fastPath(spelling.textCapacity <= TextOutput.shortNumber) {
      return end + spelling.write(digits, to: end)
    }
    buffer.move(to: end)
    number(JSONNumber(.decimal(digits: digits, spelling: spelling)))
    return buffer.position
  }

  /// The most room for a number that needs no reservation.
  private static var shortNumber: Int { OutputBuffer.slack &- 32 }

  /// The empty array or object at `value`.
  private mutating func empty(
    _ value: CheckedView<RawJSON>, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    let isObject = if case .dictionary = value.pointee { true } else { false }
    if isCompact {
      end[0] = isObject ? UInt8.openBrace : UInt8.openBracket
      end[1] = isObject ? UInt8.closeBrace : UInt8.closeBracket
      return end + 2
    }
    return slowEmpty(isObject: isObject, at: end)
  }

  @inline(never)
  private mutating func slowEmpty(
    isObject: Bool, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    buffer.move(to: end)
    empty(isObject: isObject)
    return buffer.position
  }

  /// Writes any scalar. Returns it if it is a number without a text.
  @inline(never)
  private mutating func slowScalar(_ value: RawJSON) -> JSONNumber? {
    switch value {
    case .string(let string): self.string(string)
    case .number(let number):
      guard hasText(number) else { return number }
      self.number(number)
    default: break
    }
    return nil
  }

  @inline(never)
  private mutating func slowColon(
    at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    buffer.move(to: end)
    colon()
    return buffer.position
  }

  @inline(never)
  private mutating func slowBreak(
    at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    buffer.move(to: end)
    breakLine()
    return buffer.position
  }

  @inline(never)
  private func appendOrder(of storage: TreeStorage, to orders: inout [Int]) {
    // Invariant: an object has `count` names.
    let names = unsafe Array(CheckedView(storage.names).buffer(storage.count))
    orders += options.nameOrder.sorted(names)
  }

  @inline(never)
  private func removeOrder(of frame: Frame, from orders: inout [Int]) {
    assert(frame.order &+ frame.count == orders.count, "the innermost object is the last one")
    orders.removeSubrange(frame.order...)
  }

  /// The path of the last value.
  @inline(never)
  private func pointer(_ open: inout GrowingStack<Frame>, _ orders: [Int]) -> JSONPointer {
    var tokens: [String] = []
    while open.count > 1 {
      let frame = open.pop()
      var index = frame.next
      guard let names = frame.names else {
        tokens.append(String(index))
        continue
      }
      if options.nameOrder != .asGiven { index = orders[frame.order &+ index] }
      assert(index >= 0 && index < frame.count)
      tokens.append(names[index])
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}

extension RawJSON {
  /// The kind of a value, without its content.
  fileprivate enum Content {
    case null, `false`, `true`, decimal, otherNumber, string, array, object
  }

  /// The digits of a decimal number, and their spelling.
  fileprivate typealias DecimalContent = (digits: UInt64, spelling: NumberSpelling)

  @inline(__always)
  fileprivate static func content(at value: CheckedView<RawJSON>) -> Content {
    switch value.pointee {
    case .null: .null
    case .bool(let value): value ? .true : .false
    case .number: isDecimal(at: value) ? .decimal : .otherNumber
    case .string: .string
    case .array: .array
    case .dictionary: .object
    }
  }

  // In this form, the compiler reads the tag without a copy of the number.
  @inline(__always)
  private static func isDecimal(at value: CheckedView<RawJSON>) -> Bool {
    guard case .number(let number) = value.pointee else { return false }
    switch number.storage {
    case .decimal: return true
    case .double: return false
    case .text: return false
    }
  }

  /// Whether a string, array, object or decimal number is stored at the start of the value that holds it,
  /// so that a walk can read it without a retain. The tag follows the largest payload, a number, whose
  /// first 16 bytes have no spare bits for it. This is still probed once per process.
  static let holdsContentFirst: Bool = {
    let hasStrings = ["", "short", "a string of more than fifteen bytes"].allSatisfy { string in
      EnumLayout.holds(string, first: RawJSON.string(string))
    }
    let hasNumbers = [0, 7, UInt64.max].allSatisfy { digits in
      let spelling = NumberSpelling(isNegative: true, fractionDigits: 3)
      let content: DecimalContent = (digits, spelling)
      let number = JSONNumber(.decimal(digits: digits, spelling: spelling))
      return EnumLayout.holds(content, first: RawJSON.number(number))
    }
    let containers: [RawJSON] = [[], [:], [1], ["a": 1]]
    return hasStrings && hasNumbers
      && containers.allSatisfy { EnumLayout.holds($0.storage, first: $0) }
  }()

  /// The storage of the array or object at `value`, not retained.
  @inline(__always)
  package static func storage(
    inside value: CheckedView<RawJSON>, _ knowsContent: Bool
  ) -> Unmanaged<TreeStorage>? {
    if _fastPath(knowsContent) {
      // Invariant: the reference is the first word of the value, which keeps it alive.
      return unsafe EnumLayout.payload(at: value, as: Unmanaged<TreeStorage>?.self).pointee
    }
    return unsafe value.pointee.storage.map { unsafe Unmanaged.passUnretained($0) }
  }
}
