/// What can be fuzzed. A case's name is its name on the command line.
enum FuzzTarget: String, CaseIterable, Sendable {
  case reading, numbers, strings, streams, decoding, encoding, writing, dates, patches, partial
  case lines, events, objects, pockets, kernels, calendar, models, readers, types, calls, foundation
  case wrappers, places, edits, patterns, arrivals

  /// Runs the properties of the target on one input. Throws `PropertyFailure` if one does not hold.
  func run(_ bytes: [UInt8], isGuided: Bool = false) throws {
    var input = FuzzInput(bytes, isGuided: isGuided)
    try run(&input)
  }

  /// The target's properties, to be searched for a failure by seeds.
  var search: PropertySearch {
    PropertySearch(name: rawValue) { input in try run(&input) }
  }

  /// Runs the properties with choices from bytes or from a seed.
  func run(_ input: inout FuzzInput) throws {
    switch self {
    case .reading: try ReadingProperties.run(&input)
    case .numbers: try NumberProperties.run(&input)
    case .strings: try StringProperties.run(&input)
    case .streams: try StreamProperties.run(&input)
    case .decoding: try DecodingProperties.run(&input)
    case .encoding: try EncodingProperties.run(&input)
    case .writing: try WritingProperties.run(&input)
    case .dates: try DateProperties.run(&input)
    case .patches: try PatchProperties.run(&input)
    case .partial: try PartialProperties.run(&input)
    case .lines: try RecordProperties.runLines(&input)
    case .events: try RecordProperties.runEvents(&input)
    case .objects: try ObjectProperties.run(&input)
    case .pockets: try PocketProperties.run(&input)
    case .kernels: try KernelProperties.run(&input)
    case .calendar: try CalendarProperties.run(&input)
    case .models: try ModelProperties.run(&input)
    case .readers: try ReaderProperties.run(&input)
    case .types: try TypeProperties.run(&input)
    case .calls: try CallProperties.run(&input)
    case .foundation: try FoundationProperties.run(&input)
    case .wrappers: try WrapperProperties.run(&input)
    case .places: try PlaceProperties.run(&input)
    case .edits: try EditProperties.run(&input)
    case .patterns: try PatternProperties.run(&input)
    case .arrivals: try ArrivalProperties.run(&input)
    }
  }

  /// The targets for libFuzzer. It would find the faults of Foundation in the others, which compare with
  /// Foundation's coders; seeds choose for them.
  static let guided = allCases.filter { ![.types, .calls, .foundation, .wrappers].contains($0) }

  /// Zeros that go before a text to make it an input of this target with the plainest choices.
  var choiceCount: Int {
    switch self {
    case .numbers, .patches, .objects, .calendar, .models, .readers, .arrivals: 0
    case .types, .calls, .foundation, .wrappers: 0
    case .strings, .pockets, .kernels: 1
    case .reading, .encoding: 3
    case .dates: 2
    case .decoding: 4
    case .streams, .partial: 5
    case .writing: 3
    case .lines: 3
    case .events: 1
    case .places: 12
    case .edits: 6
    case .patterns: 5
    }
  }
}
