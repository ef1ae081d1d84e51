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
    // Syntax. The text is one buffer from the entrance to the grammar, and every reader of it
    // takes that buffer: a load a byte, no array to retain, no second bounds check.
    Place(prefix: "Bytes/", reason: "the kernels and the windows of offsets that they fill"),
    Place(prefix: "Tokens/", reason: "the grammar's loop, and the entrance for buffers"),
    Place(prefix: "Numbers/", reason: "digits are read eight at a time, from the text itself"),
    Place(prefix: "Time/", reason: "dates are read and written eight bytes at a time"),
    Place(prefix: "Strings/", reason: "escapes and UTF-8 are read in the text, strings made of it"),
    Place(prefix: "Reports/JSONSourceLocation", reason: "counts lines and characters by kernels"),
    Place(prefix: "Reports/PathScan.swift", reason: "finds brackets and commas by a kernel"),
    Place(prefix: "Reports/Snippet.swift", reason: "finds where a UTF-8 sequence ends"),

    // Writing. Room is asked for once a value, and then bytes are stored, not appended.
    Place(prefix: "Writing/TextOutput", reason: "stores scalars and separators in the buffer"),
    Place(prefix: "Writing/JSONWritable.swift", reason: "borrows elements by their bits"),
    Place(prefix: "Writing/WritableScalars.swift", reason: "types compared"),
    Place(prefix: "Writing/JSONWriter", reason: "strings given as bytes, and the text at the end"),
    Place(
      prefix: "Writing/UnsortedMembers.swift", reason: "moves members of the text when sorting"),
    Place(prefix: "Writing/NameOrder.swift", reason: "compares names in the text"),

    // Meaning. What is made of a text is written and read as plain memory.
    Place(prefix: "Document/TapeReader.swift", reason: "the text, and memory that serves many"),
    Place(prefix: "Document/TapeSink.swift", reason: "writes the tape, in memory that grows"),
    Place(prefix: "Document/DocumentStorage", reason: "owns the text and the tape"),
    Place(prefix: "Document/MemberIndex.swift", reason: "compares names in the text"),
    Place(prefix: "Document/JSONDocument", reason: "views of the tape; the entrance for buffers"),
    Place(prefix: "RawJSON/TreeSink.swift", reason: "stacks of values that are not yet in a tree"),
    Place(prefix: "RawJSON/TreeStorage", reason: "elements and names in one allocation"),
    Place(prefix: "RawJSON/TreePrefix.swift", reason: "values in storage that goes on growing"),
    Place(prefix: "RawJSON/JSONArray.swift", reason: "reads and writes that storage"),
    Place(prefix: "RawJSON/Name", reason: "names are hashed and compared in the text"),
    Place(prefix: "RawJSON/PositionTable.swift", reason: "slots in that storage"),
    Place(prefix: "RawJSON/RawJSON+Parsing.swift", reason: "the entrance for buffers"),
    Place(prefix: "RawJSON/PartialString.swift", reason: "bytes of a string in memory that grows"),
    Place(prefix: "Streams/Partial", reason: "strings that are not complete, made of their text"),
    Place(prefix: "RawJSON/RawJSON+Writing.swift", reason: "walks a tree without retaining it"),

    Place(prefix: "Events/EventRecord.swift", reason: "takes a byte for the kind it is"),
    Place(prefix: "Events/EventSink.swift", reason: "records in memory that grows"),
    Place(
      prefix: "Events/JSONEventReader", reason: "reads tokens in place, and passes over chunks"),
    Place(prefix: "Streams/ShortTextReader.swift", reason: "reads the text where it is"),
    Place(prefix: "Streams/JSONLinesWriter.swift", reason: "copies texts of records"),
    Place(prefix: "Events/TokenEnd.swift", reason: "looks for the end of a string"),
    Place(prefix: "Events/StreamPosition.swift", reason: "counts lines, 64 bytes at a time"),
    Place(prefix: "Events/Piece", reason: "hands pieces to the tokenizer in place"),

    Place(prefix: "Coding/SharedOptions.swift", reason: "one atomic reference"),
    Place(prefix: "Coding/ContainerPool.swift", reason: "fills in objects that are used again"),
    Place(prefix: "Coding/TypeTable.swift", reason: "entries without a check for exclusivity"),
    Place(prefix: "Coding/KeyReference.swift", reason: "keys by address, which few paths need"),

    // Codable. Values are read off the tape, where it is; what a type is given has no pointers.
    Place(prefix: "Decoding/CombiningMarks.swift", reason: "looks at bytes of the text"),
    Place(prefix: "Decoding/DecodingTape.swift", reason: "the tape and the text"),
    Place(
      prefix: "Decoding/DecodingSession", reason: "takes the text; fills arrays in place"),
    Place(prefix: "Decoding/CodingPath.swift", reason: "frames, without checks for exclusivity"),
    Place(prefix: "Decoding/TapeSteps.swift", reason: "reads spellings of numbers in the text"),
    Place(prefix: "Decoding/TreeTape.swift", reason: "hands spellings to what scans numbers"),
    Place(prefix: "Decoding/ObjectShape.swift", reason: "compares names and keys in words"),
    Place(prefix: "Decoding/ShapeTable.swift", reason: "keeps shapes, which have no references"),
    Place(prefix: "Decoding/FoundHooks.swift", reason: "entries without a check for exclusivity"),
    Place(prefix: "Decoding/MemberSearch.swift", reason: "compares names in the text"),
    Place(prefix: "Decoding/NameSummary.swift", reason: "hashes and compares names in the text"),
    Place(prefix: "Decoding/TapeKeyedContainer.swift", reason: "types compared"),
    Place(prefix: "Decoding/TextEncoding.swift", reason: "reads other encodings"),
    Place(prefix: "Decoding/JSONReader", reason: "the tape; compares names in the text"),
    Place(prefix: "Decoding/ReadableScalars.swift", reason: "types compared"),
    Place(prefix: "Encoding/EncodingText.swift", reason: "frames, without checks of bounds"),
    Place(prefix: "Encoding/TextCollections.swift", reason: "collections by address"),
    Place(prefix: "Encoding/EncodingSession.swift", reason: "the output, which hooks write to"),
    Place(
      prefix: "Encoding/EncodingSession+Writable.swift", reason: "moves the output; compares types"),
    Place(prefix: "Encoding/PreparedNames.swift", reason: "prepared names are copied as bytes"),
    Place(prefix: "Encoding/TextHook.swift", reason: "values are passed by address"),
    Place(prefix: "Encoding/EncodingHooks.swift", reason: "values are passed by address"),
    Place(prefix: "Encoding/TextScalar.swift", reason: "values are written from where they are"),
    Place(prefix: "Encoding/ValueEncoder.swift", reason: "types compared; values by address"),
    Place(prefix: "Encoding/BorrowedValues.swift", reason: "values read where they are"),
    Place(
      prefix: "Encoding/EncodingSession+Values.swift",
      reason: "types compared; values by address; encoders that count no session"),
    Place(prefix: "Encoding/EncodingContainers.swift", reason: "texts that are copied"),
    Place(prefix: "Encoding/RushJSONCoreEncoder", reason: "the text at the end"),
    Place(prefix: "Decoding/RushJSONCoreDecoder", reason: "the entrance for buffers"),
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

  /// Foundation's data are bytes in memory, and entering and leaving is all that is done with them;
  /// files are read to where their bytes stay, and written from there.
  @Test func theLibraryUsesThemOnlyToReachTheBytesOfData() throws {
    let needed = ["+Data.swift", "/FileReading.swift", "/FileReplacement.swift"]
    for path in try PackageTree.files(in: "Sources/RushJSON") where try Self.hasPointers(path) {
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
