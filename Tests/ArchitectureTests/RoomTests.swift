import Testing

/// The rooms of the core: data goes one way, and so does knowledge.
@Suite struct RoomTests {
  /// The rooms of each floor, in order. A room may name its own types and those of the lines above it. Rooms of
  /// one line do not know each other.
  private static let floors = [
    ["RushJSONCore/Ground/Errors"],
    ["RushJSONCore/Ground/Bytes"],
    ["RushJSONCore/Ground/Numbers", "RushJSONCore/Ground/Strings", "RushJSONCore/Ground/Time"],
    ["RushJSONCore/Text/Reports"],
    ["RushJSONCore/Text/Tokens", "RushJSONCore/Text/Writing"],
    ["RushJSONCore/Values/Document"],
    ["RushJSONCore/Values/Tree"],
    ["RushJSONCore/Values/Batch", "RushJSONCore/Events"],
    ["RushJSONCore/Partial"],
    ["RushJSONCore/Coding/Common"],
    ["RushJSONCore/Coding/Decoding", "RushJSONCore/Coding/Encoding"],
    ["RushJSONCore/Coding/Formats"], ["RushJSONCore/Coding/Foreign"],
    ["RushJSONStreams/Records", "RushJSONEditing/Patches"],
    ["RushJSONStreams/Projection", "RushJSONStreams/Partial", "RushJSONEditing/Text"],
  ]

  /// Files of one room that know each other, and why; ARCHITECTURE.md says the same.
  private static let acquainted: [Set<String>] = [
    // A value holds arrays and objects, these hold a storage, and a storage holds values.
    [
      "RushJSONCore/Values/Tree/RawJSON.swift", "RushJSONCore/Values/Tree/RawJSON+Array.swift",
      "RushJSONCore/Values/Tree/RawJSON+Object.swift",
      "RushJSONCore/Values/Tree/TreeStorage.swift",
    ]
  ]

  private static let modules = ["RushJSONCore", "RushJSONStreams", "RushJSONEditing"]

  private static func files() throws -> [String] {
    try modules.flatMap { try PackageTree.files(in: "Sources/\($0)") }
      .filter { !$0.hasSuffix("/Exports.swift") }
  }

  @Test func everyFileIsInARoom() throws {
    for path in try Self.files() {
      #expect(Self.room(of: path) != nil, "\(path) is in no room that the test knows")
    }
  }

  @Test func noRoomNamesWhatIsBelowOrBesideIt() throws {
    let files = try Self.files()
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

  /// Values of documents and trees are decoded where they are, not from text that is written for it.
  @Test func decodingNamesNothingOfWriting() throws {
    let files = try Self.files()
    let code = try files.map { try PackageTree.code(of: $0) }
    let rooms = Self.rooms(of: zip(files, code))
    for (path, code) in zip(files, code) where Self.room(of: path) == "RushJSONCore/Coding/Decoding"
    {
      for (name, line) in code.identifiers {
        #expect(
          rooms[name] != ["RushJSONCore/Text/Writing"],
          "\(path):\(line): \(name) belongs to Writing")
      }
    }
  }

  /// The files of a room can be put in an order in which each names only those before it.
  @Test func everyRoomIsAChain() throws {
    for cycle in try Self.cycles() where !Self.acquainted.contains(cycle.files) {
      Issue.record("these files name each other:\n\(cycle.description)")
    }
  }

  /// An entry of `acquainted` is a cycle, and ARCHITECTURE.md explains it.
  @Test func theAcquaintedAreExplained() throws {
    let faults = Self.faults(
      of: Self.acquainted, cycles: try Self.cycles().map(\.files),
      architecture: try PackageTree.text(of: "ARCHITECTURE.md"))
    #expect(faults == [])
  }

  @Test func theTestSeesWhoIsNotAcquaintedAnyMore() {
    let pair: Set = ["Room/A.swift", "Room/B+More.swift"]
    let text = "A and C.\n\n`A` and\n`B+More`: why."
    #expect(Self.faults(of: [pair], cycles: [pair], architecture: text) == [])
    #expect(Self.faults(of: [pair], cycles: [], architecture: text).count == 1)
    #expect(Self.faults(of: [pair], cycles: [pair], architecture: "A.\n\nB+More.").count == 1)
  }

  /// The groups of files in one room that name each other, by their paths in `Sources`.
  private static func cycles() throws -> [(files: Set<String>, description: String)] {
    let files = try files()
    let code = try files.map { try PackageTree.code(of: $0) }
    let rooms = Dictionary(grouping: zip(files, code), by: { room(of: $0.0) })
    return rooms.values.flatMap { members in
      let mentions = FileMentions(files: members.map { ($0.0, $0.1) })
      return mentions.cycles.map { cycle in
        let names = cycle.map { String($0.dropFirst("Sources/".count)) }
        return (Set(names), mentions.description(of: cycle))
      }
    }
  }

  /// What is wrong with a list of acquainted files: entries that are not cycles, and entries whose files
  /// no paragraph of ARCHITECTURE.md names together.
  private static func faults(
    of acquainted: [Set<String>], cycles: [Set<String>], architecture: String
  ) -> [String] {
    let paragraphs = architecture.split(separator: "\n\n")
    return acquainted.flatMap { files in
      let names = files.compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) }
      let isExplained = paragraphs.contains { text in names.allSatisfy { text.contains($0) } }
      return [
        cycles.contains(files) ? nil : "\(files.sorted()) do not name each other: remove the entry",
        isExplained ? nil : "ARCHITECTURE.md does not say why \(files.sorted()) name each other",
      ].compactMap(\.self)
    }
  }

  @Test func theTestSeesACycle() {
    let mentions = FileMentions(files: [
      ("A.swift", SwiftCode("struct A { var b: B }")),
      ("B.swift", SwiftCode("struct B { var c: C.D? }")),
      ("C.swift", SwiftCode("extension C { struct D { var a: [A] } }")),
      ("E.swift", SwiftCode("struct E { var a: A, d: D }")),
    ])
    #expect(mentions.cycles == [["A.swift", "B.swift", "C.swift"]])
  }

  @Test func theTestSeesTheRooms() throws {
    let files = try Self.files()
    let rooms = Self.rooms(of: try files.map { ($0, try PackageTree.code(of: $0)) })
    #expect(rooms["JSONSyntaxError"] == ["RushJSONCore/Ground/Errors"])
    #expect(rooms["Tokenizer"] == ["RushJSONCore/Text/Tokens"])
    #expect(rooms["JSONDocument"] == ["RushJSONCore/Values/Document"])
    #expect(rooms["RawJSON"] == ["RushJSONCore/Values/Tree"])
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
    // In turns, because a type that is extended may be in an extension itself.
    for _ in 0..<2 {
      let known = rooms
      for (declaration, room) in inExtensions {
        guard let extended = declaration.extended, let homes = known[extended],
          !homes.contains(room)
        else { continue }
        rooms[declaration.name, default: []].insert(room)
      }
    }
    return rooms
  }

  private static func floor(of room: String) -> Int {
    floors.firstIndex { $0.contains(room) } ?? floors.count
  }

  private static func room(of path: String) -> String? {
    floors.joined().first { path.hasPrefix("Sources/\($0)/") }
  }
}
