/// The contenders.
enum ContenderRegistry {
  /// The contenders that run in this process, in the order of the columns.
  static var inProcess: [InProcessContender] {
    [.rushJSON, .foundation, .rushJSONCodable, .standardLibrary, .iso8601DateFormatter]
  }

  /// The contenders that need Python and their packages.
  static var peers: [PeerContender] { PeerContender.all }

  static var names: [String] { inProcess.map(\.name) + peers.map(\.name) }
}
