import Testing

/// Raw pointers stand only where they have to, so that there is little to check by hand.
///
/// Everywhere else strict memory safety makes out-of-bounds access impossible to write unmarked.
@Suite struct RawPointerTests {
  /// A folder, or files whose path begins alike, and what it needs pointers for.
  struct Place: Sendable {
    var prefix: String
    var reason: String
  }

  private static let places = [
    // The text is one `CheckedBytes` from the entrance to the grammar: one load per byte, no array to retain, no check
    // of bounds in release builds. Loops that read ahead of the end use a `CheckedView`, and those that write a
    // `CheckedPointer`.
    Place(prefix: "Ground/Bytes/", reason: "the checked pointers, memory, and the layouts"),

    Place(prefix: "Ground/Strings/JSONName.swift", reason: "a literal of the program"),
    Place(prefix: "Ground/Time/JSONDateFormat.swift", reason: "dates in memory of the caller"),
    Place(prefix: "Text/Tokens/ShortText.swift", reason: "memory on the stack, which C makes"),
    Place(prefix: "Text/Writing/JSONWrit", reason: "values by address; memory of the caller"),
    Place(
      prefix: "Values/Document/", reason: "owns the text and the tape; the entrance for buffers"),
    Place(prefix: "Values/Batch/", reason: "owners of shared memory; the entrance for buffers"),
    Place(prefix: "Values/Tree/RawJSON+Array.swift", reason: "elements for the standard library"),
    Place(prefix: "Values/Tree/RawJSON+Parsing.swift", reason: "the entrance for buffers"),
    Place(prefix: "Values/Tree/TreeWriting.swift", reason: "walks a tree without retaining it"),
    Place(prefix: "Events/JSONEventReader.swift", reason: "the entrance for buffers"),

    Place(prefix: "Coding/Common/CoderState.swift", reason: "one atomic reference"),
    Place(prefix: "Coding/Common/ContainerPool.swift", reason: "fills in objects for reuse"),
    Place(prefix: "Coding/Common/TypeMap.swift", reason: "entries without exclusivity checks"),
    Place(prefix: "Coding/Common/KeyReference.swift", reason: "keys by address, for rare paths"),

    // Values are read off the tape, in place. No decoded type sees a pointer.
    Place(prefix: "Coding/Decoding/DecodingTape.swift", reason: "the tape and the text"),
    Place(prefix: "Coding/Decoding/DecodingSession", reason: "takes the text; fills arrays"),
    Place(prefix: "Coding/Decoding/ObjectShape.swift", reason: "hooks; steps in one allocation"),
    Place(prefix: "Coding/Decoding/RushJSONCoreDecoder.swift", reason: "the entrance for buffers"),
    Place(prefix: "Coding/Decoding/Direct/JSONReader.swift", reason: "readers by address"),

    Place(prefix: "Coding/Encoding/EncodingText.swift", reason: "frames without bounds checks"),
    Place(prefix: "Coding/Encoding/EncodingSession", reason: "the output; values by address"),
    Place(
      prefix: "Coding/Encoding/EncodingHooks.swift", reason: "values and collections by address"),
    Place(prefix: "Coding/Encoding/ValueEncoder.swift", reason: "values by address"),
    Place(prefix: "Coding/Encoding/RushJSONCoreEncoder", reason: "the text at the end"),
  ]

  private static let core = "Sources/RushJSONCore/"

  private static func hasPointers(_ path: String) throws -> Bool {
    try PackageTree.code(of: path).names.contains { name in
      name.hasPrefix("Unsafe") && name.hasSuffix("Pointer")
        || ["OpaquePointer", "Unmanaged", "unsafeBitCast"].contains(name)
    }
  }

  @Test func pointersStandOnlyWhereTheyAreNeeded() throws {
    var needed: Set<String> = []
    for path in try PackageTree.files(in: String(Self.core.dropLast())) {
      guard try Self.hasPointers(path) else { continue }
      let place = Self.places.first { path.hasPrefix(Self.core + $0.prefix) }
      #expect(place != nil, "\(path) uses raw pointers, and is not among the places that need them")
      if let place { needed.insert(place.prefix) }
    }
    for place in Self.places {
      #expect(needed.contains(place.prefix), "\(place.prefix) needs no pointers any longer")
    }
  }

  /// Streams read short texts in place, and copy records.
  @Test func streamsUseThemForShortTextsAndRecords() throws {
    let needed = ["/JSONProjection+Values.swift", "/JSONLinesWriter.swift", "/StreamBytes.swift"]
    for path in try PackageTree.files(in: "Sources/RushJSONStreams")
    where try Self.hasPointers(path) {
      #expect(needed.contains { path.hasSuffix($0) }, "\(path) uses raw pointers")
    }
  }

  @Test(arguments: ["RushJSONEditing", "RushJSONProperties"])
  func otherModulesDoWithoutThem(module: String) throws {
    for path in try PackageTree.files(in: "Sources/\(module)") {
      #expect(try !Self.hasPointers(path), "\(path) uses raw pointers")
    }
  }

  /// Foundation's data are bytes in memory, and entering and leaving is all that is done with them;
  /// files are read to where their bytes stay, and written from there.
  @Test func theLibraryUsesThemOnlyToReachTheBytesOfData() throws {
    let needed = [
      "+Data.swift", "/FileReading.swift", "/FileReplacement.swift",
      // Values that are read from a text and written to one.
      "/Data+Base64.swift", "/Date+ISO8601.swift", "/UUID+Text.swift",
      // A thread of POSIX, which takes an address.
      "/OwnThread.swift",
    ]
    let files = try ["RushJSON", "RushJSONFiles"].flatMap {
      try PackageTree.files(in: "Sources/\($0)")
    }
    for path in files where try Self.hasPointers(path) {
      #expect(needed.contains { path.hasSuffix($0) }, "\(path) uses raw pointers")
    }
  }

  /// A pocket's file is read and written with the calls of POSIX, which take addresses.
  @Test func thePocketUsesThemOnlyForItsFile() throws {
    for path in try PackageTree.files(in: "Sources/RushJSONPocket") where try Self.hasPointers(path)
    {
      #expect(path.hasSuffix("File/PocketFile.swift"), "\(path) uses raw pointers")
    }
  }
}
