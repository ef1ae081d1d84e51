// Where a decoder is, kept so that the good path pays next to nothing for it.
//
//   {"users": [{"name": 7}]}       User.init(from:) asks for a String and fails
//
//   the session's frames                                        what a decoder holds
//   1  the array     keys of type Model.CodingKeys, in 0   ◀─┐
//   2  the user      position 0, in ──────────────────────────┘ ◀──  path 2, index of its record
//
// A frame stands for a member or an element while it is decoded. A decoder knows the number of its
// frame and the index of its value. What the key was is read from the tape, when somebody asks: its
// name, as a key of the type that the container had. If the call is over, because a type kept its
// decoder, then another value stands in the frame, or none, and all of the path is read from the tape.
//
// `nestedContainer` and `superDecoder` make something that outlives the call, so they add a node to
// the session, which lives as long as the frame that is innermost at that time.
//
// A session that goes on where another one was kept has its paths begin with the path there.

internal import Synchronization

/// Where a decoder or a container stands: a value of the tape, and how it was come to.
package struct DecodingPlace: BitwiseCopyable, Equatable {
  /// The index of the value's record.
  package var index: UInt32
  /// The number of a frame, 0 for the text's own value; or with `nodeBit`, the number of a node.
  package var path: UInt32

  static let nodeBit: UInt32 = 1 << 31

  @inline(__always)
  init(index: UInt32, path: UInt32) {
    self.index = index
    self.path = path
  }
}

/// A step of a path that is being taken.
struct DecodingFrame {
  /// The value that is decoded.
  let index: UInt32
  /// How many nodes there were when the step was taken.
  let nodeCount: UInt32
  /// The container that the value is in.
  let parent: DecodingPlace
  /// The type of the key, if the value is a member.
  let keyType: (any CodingKey.Type)?
  /// The position, if it is an element.
  let position: Int
}

/// A step of a path that was read from the tape: from a container to its element, or to the name of its
/// member.
struct TapeStep {
  let container: Int
  let child: Int
  let position: Int
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
    var keys: [any CodingKey] = []
    var place = place
    while place.path != 0 {
      if place.path & DecodingPlace.nodeBit != 0 {
        let number = Int(place.path & ~DecodingPlace.nodeBit)
        guard unsafe number < nodes.count, unsafe nodes[number].index == place.index else {
          return tapePath(to: Int(place.index)) + keys.reversed()
        }
        unsafe keys.append(nodes[number].key)
        place = unsafe nodes[number].parent
      } else {
        guard let frame = frame(place.path), frame.index == place.index else {
          return tapePath(to: Int(place.index)) + keys.reversed()
        }
        keys.append(key(of: frame))
        place = frame.parent
      }
    }
    guard let origin = unsafe origin else { return keys.reversed() }
    return origin.session.codingPath(of: origin.place) + keys.reversed()
  }

  private func key(of frame: DecodingFrame) -> any CodingKey {
    guard let keyType = frame.keyType else { return JSONPathKey(position: frame.position) }
    // A member's name stands before its value.
    let name = unsafe storage.string(record(frame.index &- 1))
    return keyType.init(stringValue: name) ?? JSONPathKey(stringValue: name)
  }

  /// The names and positions on the way to a record.
  ///
  /// - Complexity: O(*n*) in the elements and members passed on the way, from those on where the last
  ///   path went if it is not before them.
  private func tapePath(to index: Int) -> [any CodingKey] {
    lastSteps.withLock { tapePath(to: index, from: &$0) }
  }

  private func tapePath(to index: Int, from steps: inout [TapeStep]) -> [any CodingKey] {
    knowsText.store(true, ordering: .relaxed)
    var keys: [any CodingKey] = []
    var at = DocumentStorage.rootIndex
    while at < index {
      let isMember = record(at).kind == .object
      var child = at &+ 1
      var position = 0
      if keys.count < steps.count {
        let step = steps[keys.count]
        if step.container == at, step.child <= index {
          (child, position) = (step.child, step.position)
        }
        if step.container != at { steps.removeSubrange(keys.count...) }
      }
      while true {
        let value = isMember ? child &+ 1 : child
        let end = value &+ record(value).distance
        if index < end {
          let step = TapeStep(container: at, child: child, position: position)
          if keys.count < steps.count { steps[keys.count] = step } else { steps.append(step) }
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

  /// A decoder of the value at `index`, to which `key` leads from `parent`: of this session if it is at
  /// work, else of one of its own.
  @inline(never)
  func decoder(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> ValueDecoder {
    if isAtWork { return ValueDecoder(self, addNode(key, index: index, in: parent)) }
    let (session, parent) = apart(at: parent)
    return ValueDecoder(session, session.addNode(key, index: index, in: parent))
  }

  /// A place that stays: a member or an element for which the caller has a container of its own.
  func addNode(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> DecodingPlace {
    unsafe nodes.append(DecodingNode(parent: parent, index: index, key: key))
    return unsafe DecodingPlace(
      index: index, path: UInt32(truncatingIfNeeded: nodes.count &- 1) | DecodingPlace.nodeBit)
  }
}
