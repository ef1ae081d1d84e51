import Foundation
import RushJSON

/// One random type. Both coders encode its values and decode its texts with the same strategies.
struct TypeComparison {
  private(set) var generator: FuzzInput
  private let shape: Shape
  private let keys: Int
  private let settings: [Setting]
  /// Another number for other settings, and for another treatment of keys.
  private let settingsNumber: Int
  private let isJSON5: Bool
  private let assumesDictionary: Bool
  /// How often both gave a value, not an error.
  private(set) var agreedOnValues = 0

  init(_ input: FuzzInput) {
    generator = input
    shape = .random(&generator)
    keys = generator.integer(in: 0...2)
    isJSON5 = generator.chance(1, in: 3)
    assumesDictionary = generator.chance(1, in: 5)
    var settings: [Setting] = []
    if isJSON5 { settings.append(.json5) }
    if assumesDictionary { settings.append(.topLevelDictionary) }
    if keys == 1 { settings.append(.snakeCase) }
    if keys == 2 { settings.append(.customKeys(Self.convert)) }
    let hasFloats = generator.chance(1, in: 2)
    if hasFloats { settings.append(.floats("inf", "-inf", "nan")) }
    let dates = generator.integer(in: 0...5)
    switch dates {
    case 1: settings.append(.secondsSince1970)
    case 2: settings.append(.millisecondsSince1970)
    case 3: settings.append(.iso8601)
    case 4: settings.append(.formatted(Self.formatter))
    case 5: settings.append(.customDate(Self.customDate))
    default: break
    }
    let data = generator.integer(in: 0...2)
    switch data {
    case 1: settings.append(.deferredData)
    case 2: settings.append(.customData { try Data(from: $0) })
    default: break
    }
    settingsNumber = [isJSON5 ? 1 : 0, assumesDictionary ? 1 : 0, hasFloats ? 1 : 0, keys, data]
      .reduce(dates) { 3 * $0 + $1 }
    self.settings = settings
  }

  /// Both coders of both libraries, and what the decoders have in `userInfo`.
  private struct Coders: Sendable {
    let encoders: BothEncoders
    let decoders: BothDecoders
    let context: Described.Context
  }

  private static let kept = KeptCoders<Coders>()

  /// Throws if the two coders differ about a value, or about one of two texts.
  mutating func run() throws(PropertyFailure) {
    try Self.kept.with(settingsNumber, make: makeCoders) { coders throws(PropertyFailure) in
      try run(coders)
    }
  }

  private func makeCoders() -> Coders {
    let context = Described.Context()
    // First, because Foundation forgets what was set before.
    let info = Setting.userInfo([Described.Context.key: context])
    return Coders(encoders: encoders(), decoders: BothDecoders([info] + settings), context: context)
  }

  private mutating func run(_ coders: Coders) throws(PropertyFailure) {
    var values = ShapeValues(generator: generator)
    let value = values.value(of: shape)
    generator = values.generator
    try check("encode ≡ Foundation", encodingDifference(value, coders.encoders))
    let type = generator.chance(1, in: 8) ? .array(shape) : shape
    for _ in 0..<2 {
      var texts = ShapeText(generator, isJSON5: isJSON5, spelling: spelling)
      var text = texts.text(of: type)
      generator = texts.generator
      if assumesDictionary, text.hasPrefix("{"), generator.chance(1, in: 2) {
        text = String(text.dropFirst().dropLast())
      }
      if generator.chance(1, in: 10) { text = "\u{feff}" + text }
      // In JSON5, both refuse this escape, but Foundation does not check values that are never read.
      // A mark after it would be one character with its last digit.
      if isJSON5, text.utf8.contains("\\u0000".utf8) { continue }
      // JSONDecoder may trap if a text ends with a number.
      text += "\n"
      try check("decode ≡ Foundation", decodingDifference(type, text, coders))
    }
  }

  private func check(_ property: String, _ difference: String?) throws(PropertyFailure) {
    if let difference { throw PropertyFailure(property: property, detail: difference) }
  }

  // MARK: - Strategies

  /// A strategy whose result depends on everything that it knows about the key.
  private static let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
    guard let last = path.last else { return MemberName("none") }
    return MemberName("<\(last.stringValue)\(last.intValue.map { "#\($0)" } ?? "")>")
  }

  private static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd.MM.yyyy"
    return formatter
  }()

  private static let customDate: @Sendable (any Decoder) throws -> Date = { decoder in
    Date(timeIntervalSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self) * 2)
  }

  /// How a text must spell a name so that the strategy gives that name.
  private var spelling: (String) -> String {
    switch keys {
    case 1:
      { name in
        name.reduce(into: "") { result, character in
          let lower = character.lowercased()
          result += lower != "\(character)" ? "_\(lower)" : lower
        }
      }
    case 2: { $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : $0 }
    default: { $0 }
    }
  }

  // MARK: - Encoding

  private mutating func encodingDifference(
    _ value: any Codable, _ both: BothEncoders
  ) -> String? {
    func encode<T: Encodable>(_ value: T) -> (Encoded, Encoded) {
      (Encoded { try both.foundation.encode(value) }, Encoded { try both.rush.encode(value) })
    }
    let (theirs, ours) = encode(value)
    switch (theirs, ours) {
    case (.refused, .refused): return nil
    case (.text(let a), .text(let b)) where a == b || Self.isSameValue(a, b):
      agreedOnValues += 1
      return nil
    // Foundation has one member for names that are canonically equal, which a key strategy may make.
    case (.text, .text(let ours)) where (try? Self.hasEqualNames(RawJSON(parsing: ours))) == true:
      return nil
    default: return "encoding \(shape) with \(settings.count) \(keys)\n\(theirs)\n\(ours)"
    }
  }

  private static func hasEqualNames(_ value: RawJSON) -> Bool {
    if let elements = value.arrayValue { return elements.contains(where: hasEqualNames) }
    guard let members = value.objectValue else { return false }
    return Set(members.map(\.name)).count < members.count
      || members.contains { hasEqualNames($0.value) }
  }

  private static func isSameValue(_ a: String, _ b: String) -> Bool {
    do {
      let theirs = try JSONSerialization.jsonObject(with: Data(a.utf8), options: .fragmentsAllowed)
      let ours = try JSONSerialization.jsonObject(with: Data(b.utf8), options: .fragmentsAllowed)
      return (theirs as? NSObject) == (ours as? NSObject)
    } catch {
      return false
    }
  }

  private func encoders() -> BothEncoders {
    let both = BothEncoders()
    if keys == 1 {
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
      both.rush.keyEncodingStrategy = .convertToSnakeCase
    } else if keys == 2 {
      both.foundation.keyEncodingStrategy = .custom(Self.convert)
      both.rush.keyEncodingStrategy = .custom(Self.convert)
    }
    for setting in settings {
      switch setting {
      case .floats(let positive, let negative, let nan):
        both.foundation.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        both.rush.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      case .secondsSince1970:
        both.foundation.dateEncodingStrategy = .secondsSince1970
        both.rush.dateEncodingStrategy = .secondsSince1970
      case .millisecondsSince1970:
        both.foundation.dateEncodingStrategy = .millisecondsSince1970
        both.rush.dateEncodingStrategy = .millisecondsSince1970
      case .iso8601:
        both.foundation.dateEncodingStrategy = .iso8601
        both.rush.dateEncodingStrategy = .iso8601
      case .formatted(let formatter):
        both.foundation.dateEncodingStrategy = .formatted(formatter)
        both.rush.dateEncodingStrategy = .formatted(formatter)
      case .deferredData:
        both.foundation.dataEncodingStrategy = .deferredToData
        both.rush.dataEncodingStrategy = .deferredToData
      default: break
      }
    }
    return both
  }

  // MARK: - Decoding

  private mutating func decodingDifference(
    _ shape: Shape, _ text: String, _ coders: Coders
  ) -> String? {
    func outcomes<T: Codable>(_ type: T.Type) -> (foundation: Outcome, rush: Outcome) {
      coders.context.with(shape.described) { coders.decoders.outcomes(type, Data(text.utf8)) }
    }
    let (foundation, rush) =
      if case .subclass = shape { outcomes(Employee.asPerson) } else { outcomes(shape.type) }
    if foundation == rush {
      if rush.value != nil { agreedOnValues += 1 }
      return nil
    }
    if isKnownDifference(shape, foundation, rush) { return nil }
    return "decoding \(text) as \(shape) with \(settings)\n\(foundation)\n\(rush)"
  }

  /// Whether Foundation is known to fail in another way.
  private func isKnownDifference(_ shape: Shape, _ foundation: Outcome, _ rush: Outcome) -> Bool {
    // With a key strategy, and before Swift 6.3 without one, Foundation also decodes the duplicates of a
    // dictionary that do not count.
    if shape.hasDictionary, keys != 0 || !isFoundationOfSwift63, foundation.value == nil {
      return true
    }
    guard foundation.value == nil, rush.value == nil else { return false }
    // Foundation visits the members of a dictionary in random order, so any of several may fail
    // first.
    if shape.hasDictionary { return true }
    guard foundation.errorCase == rush.errorCase else { return false }
    // Each library has its own messages.
    if foundation.path == rush.path { return true }
    // For a number that does not fit, Foundation reports neither the number nor its path.
    if foundation.text == "The given data was not valid JSON.", foundation.path.isEmpty,
      rush.text?.contains("is not representable in") == true
    {
      return true
    }
    // For text that is not a date, Foundation's path lacks the member.
    if foundation.text == rush.text, rush.text?.contains("ISO8601") == true { return true }
    // In a nested container, Foundation's path lacks what leads to it.
    return shape.hasChoice && rush.path.suffix(foundation.path.count).elementsEqual(foundation.path)
  }
}
