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
    // Whole rooms. The text is one `CheckedBytes` from the entrance to the grammar: one load per byte, no array to
    // retain, no bounds check in release builds. Kernels, and loops that read ahead of the end, take its address.
    // The writer reserves space once per value, then stores bytes.
    Place(prefix: "Ground/Bytes/", reason: "the kernels and the windows of offsets that they fill"),
    Place(prefix: "Ground/Numbers/", reason: "reads digits eight at a time, from the text itself"),
    Place(prefix: "Ground/Strings/", reason: "reads escapes and UTF-8 in the text"),
    Place(prefix: "Ground/Time/", reason: "reads and writes dates eight bytes at a time"),
    Place(prefix: "Text/Tokens/", reason: "the grammar's loop, and the entrance for buffers"),
    Place(prefix: "Text/Writing/", reason: "stores scalars and strings in the buffer"),
    Place(prefix: "Values/Document/", reason: "owns the text and the tape, and reads both"),
    Place(prefix: "Events/", reason: "reads pieces in place; records in memory that grows"),

    Place(prefix: "Values/Tree/TreeSink.swift", reason: "stacks of values that no tree holds yet"),
    Place(prefix: "Values/Tree/TreeStorage", reason: "elements and names in one allocation"),
    Place(prefix: "Values/Tree/RawJSON+Array.swift", reason: "reads and writes that storage"),
    Place(prefix: "Values/Tree/NameInterner", reason: "hashes and compares names in the text"),
    Place(prefix: "Partial/PartialString.swift", reason: "bytes of a token that is cut"),
    Place(prefix: "Values/Tree/RawJSON+Parsing.swift", reason: "the entrance for buffers"),
    Place(prefix: "Values/Tree/TreeWriting.swift", reason: "walks a tree without retaining it"),

    Place(prefix: "Partial/Partial", reason: "makes strings of unfinished text"),
    Place(prefix: "Values/Batch/", reason: "lines and offsets in one block"),

    Place(prefix: "Coding/Common/CoderState.swift", reason: "one atomic reference"),
    Place(prefix: "Coding/Common/ContainerPool.swift", reason: "fills in objects for reuse"),
    Place(prefix: "Coding/Common/TypeMap.swift", reason: "entries without exclusivity checks"),
    Place(prefix: "Coding/Common/KeyReference.swift", reason: "keys by address, for rare paths"),

    // Values are read off the tape, in place. No decoded type sees a pointer.
    Place(prefix: "Coding/Decoding/DecodingTape.swift", reason: "the tape and the text"),
    Place(prefix: "Coding/Decoding/DecodingSession", reason: "takes the text; fills arrays"),
    Place(prefix: "Coding/Decoding/ObjectShape.swift", reason: "compares names by words"),
    Place(prefix: "Coding/Decoding/KeyedContainer.swift", reason: "compares types"),
    Place(prefix: "Coding/Decoding/RushJSONCoreDecoder", reason: "the entrance for buffers"),
    Place(
      prefix: "Coding/Decoding/Direct/JSONReader", reason: "the tape; compares names in the text"),
    Place(prefix: "Coding/Decoding/Direct/ReadableScalars.swift", reason: "compares types"),

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
