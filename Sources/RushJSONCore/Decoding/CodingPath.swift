// Where a decoder is, kept so that the good path pays next to nothing for it.
//
//   {"users": [{"name": 7}]}       User.init(from:) asks for a String and fails
//
//   the machine's stack                          what a decoder holds
//   ┌ decode([User].self, forKey: users) ┐
//   │  frame: key users, above: nothing  │ ◀─┐
//   │ ┌ decode(User.self), element 0 ┐   │   │
//   │ │  frame: position 0, above ───┼───┼───┘
//   │ │ User.init(from: decoder) ────┼───┼──── place 2, index of the value's record
//
// A frame is a local variable of the call that decodes a member or an element, and the session knows
// the innermost one. A decoder knows the depth of its frame and the index of its value, no address:
// when it is asked for its path the frames are searched. If the call is over, because a type kept its
// decoder, the path is read from the tape instead, so nothing dangles.
//
// `nestedContainer` and `superDecoder` make something that outlives the call, so they add a node to
// the session, which lives as long as the frame that is open at that time.

/// A key of a coding path that no type made: the position of an element, or the name of a member.
package struct JSONPathKey: CodingKey, Sendable, Hashable {
  package let stringValue: String
  package let intValue: Int?

  /// The name of a member.
  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// The position of an element.
  package init(position: Int) {
    stringValue = "Index \(position)"
    intValue = position
  }
}

/// Where a decoder or a container stands: a value of the tape, and how it was come to.
package struct DecodingPlace {
  /// The index of the value's record.
  package var index: UInt32
  /// The depth of a frame, 0 for the text's own value; or with `nodeBit`, the number of a node.
  package var path: UInt32

  static let nodeBit: UInt32 = 1 << 31

  @inline(__always)
  init(index: UInt32, path: UInt32) {
    self.index = index
    self.path = path
  }
}

/// A step of a path that is being taken.
@safe
struct DecodingFrame {
  /// The frame around this one.
  //
  // Invariant: a frame is the session's innermost one only while the call runs whose variable it is.
  // So every frame that can be reached from the session is alive, and so is its key.
  let previous: UnsafeMutablePointer<DecodingFrame>?
  let depth: UInt32
  /// The value that is decoded.
  let index: UInt32
  /// The container that it is in.
  let parent: DecodingPlace
  /// A key of the type `keyType`; else the step is `position`.
  let key: UnsafeRawPointer?
  let keyType: (any CodingKey.Type)?
  let position: Int

  var codingKey: any CodingKey {
    guard let key = unsafe key, let keyType else { return JSONPathKey(position: position) }
    func load<K: CodingKey>(_ type: K.Type) -> any CodingKey {
      unsafe key.assumingMemoryBound(to: K.self).pointee
    }
    return load(keyType)
  }
}

/// A step of a path that stays taken.
struct DecodingNode {
  let parent: DecodingPlace
  let index: UInt32
  let key: any CodingKey
}

extension DecodingSession {
  /// The path of a decoder or a container.
  package func codingPath(of place: DecodingPlace) -> [any CodingKey] {
    if place.path == 0 { return [] }
    var keys: [any CodingKey] = []
    var place = place
    var frame = unsafe top
    while place.path != 0 {
      if place.path & DecodingPlace.nodeBit != 0 {
        let number = Int(place.path & ~DecodingPlace.nodeBit)
        guard unsafe number < nodes.count, unsafe nodes[number].index == place.index else {
          return tapePath(to: Int(place.index)) + keys.reversed()
        }
        unsafe keys.append(nodes[number].key)
        place = unsafe nodes[number].parent
        // A node's parent may be deeper than the frames that were passed.
        unsafe frame = top
      } else {
        while let current = unsafe frame, unsafe current.pointee.depth > place.path {
          unsafe frame = current.pointee.previous
        }
        guard let current = unsafe frame, unsafe current.pointee.depth == place.path,
          unsafe current.pointee.index == place.index
        else { return tapePath(to: Int(place.index)) + keys.reversed() }
        keys.append(unsafe current.pointee.codingKey)
        place = unsafe current.pointee.parent
      }
    }
    return keys.reversed()
  }

  /// The names and positions on the way to a record.
  private func tapePath(to index: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var at = DocumentStorage.rootIndex
    while at < index {
      let isMember = record(at).kind == .object
      var child = at &+ 1
      var position = 0
      while true {
        let value = isMember ? child &+ 1 : child
        let end = value &+ record(value).distance
        if index < end {
          unsafe keys.append(
            isMember
              ? JSONPathKey(stringValue: storage.string(record(child)))
              : JSONPathKey(position: position))
          at = value
          break
        }
        child = end
        position &+= 1
      }
    }
    return keys
  }

  /// A place that stays: a member or an element for which the caller has a container of its own.
  func addNode(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> DecodingPlace {
    unsafe nodes.append(DecodingNode(parent: parent, index: index, key: key))
    return unsafe DecodingPlace(
      index: index, path: UInt32(truncatingIfNeeded: nodes.count &- 1) | DecodingPlace.nodeBit)
  }
}
