import RushJSONCore

extension RawJSON {
  /// The paths of this value and of all values in it, those of a container before those inside it.
  func paths(from path: JSONPointer = .root) -> [JSONPointer] {
    switch self {
    case .array(let array):
      [path] + array.enumerated().flatMap { $1.paths(from: path.appending($0)) }
    case .dictionary(let object):
      [path] + object.flatMap { $0.value.paths(from: path.appending($0.name)) }
    default: [path]
    }
  }
}
