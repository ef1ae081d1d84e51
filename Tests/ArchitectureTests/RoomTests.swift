import Testing

/// The rooms of the core: data goes one way, and so does knowledge.
@Suite struct RoomTests {
  /// A room may name its own types and those of the lines above it. Rooms of one line do not know
  /// each other.
  private static let floors = [
    ["Errors"],
    ["Bytes"],
    ["Numbers", "Strings", "Time"],
    ["Tokens", "Writing"],
    ["Document", "Events"],
    ["RawJSON"],
    ["Decoding", "Encoding"],
  ]

  private static let core = "Sources/RushJSONCore"

  @Test func everyFileIsInARoom() throws {
    for path in try PackageTree.files(in: Self.core) {
      #expect(Self.room(of: path) != nil, "\(path) is in no room that the test knows")
    }
  }

  @Test func noRoomNamesWhatIsBelowOrBesideIt() throws {
    let files = try PackageTree.files(in: Self.core)
    let code = try files.map { try PackageTree.code(of: $0) }
    let rooms = Self.rooms(of: zip(files, code))
    for (path, code) in zip(files, code) {
      guard let room = Self.room(of: path) else { continue }
      for (name, line) in code.identifiers {
        guard let homes = rooms[name] else { continue }
        let isKnown = homes.contains { $0 == room || Self.floor(of: $0) < Self.floor(of: room) }
        #expect(
          isKnown,
          """
          \(path):\(line): \(room) must not know \(name), which belongs to \
          \(homes.sorted().joined(separator: " and "))
          """)
      }
    }
  }

  @Test func theTestSeesTheRooms() throws {
    let files = try PackageTree.files(in: Self.core)
    let rooms = Self.rooms(of: try files.map { ($0, try PackageTree.code(of: $0)) })
    #expect(rooms["JSONSyntaxError"] == ["Errors"])
    #expect(rooms["Tokenizer"] == ["Tokens"])
    #expect(rooms["JSONDocument"] == ["Document"])
    #expect(rooms["RawJSON"] == ["RawJSON"])
  }

  /// The rooms in which each type is declared.
  ///
  /// A type in an extension counts only if the extension stands in another room than the type that
  /// it extends: elsewhere its name cannot be written without that type's.
  private static func rooms(
    of files: some Sequence<(String, SwiftCode)>
  ) -> [String: Set<String>] {
    var rooms: [String: Set<String>] = [:]
    var inExtensions: [(declaration: SwiftCode.Declaration, room: String)] = []
    for (path, code) in files {
      guard let room = room(of: path) else { continue }
      for declaration in code.declarations {
        if declaration.extended == nil {
          rooms[declaration.name, default: []].insert(room)
        } else {
          inExtensions.append((declaration, room))
        }
      }
    }
    for (declaration, room) in inExtensions {
      guard let extended = declaration.extended, let homes = rooms[extended],
        !homes.contains(room)
      else { continue }
      rooms[declaration.name, default: []].insert(room)
    }
    return rooms
  }

  private static func floor(of room: String) -> Int {
    floors.firstIndex { $0.contains(room) } ?? floors.count
  }

  private static func room(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count > 3 else { return nil }
    let room = String(parts[2])
    return floor(of: room) < floors.count ? room : nil
  }
}
