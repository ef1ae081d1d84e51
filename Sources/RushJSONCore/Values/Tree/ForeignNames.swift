/// What a foreign coder does with the names of objects.
///
/// A key strategy of Foundation's coders converts the names of keys, so that two members may get one name. It leaves
/// the keys of dictionaries with strings unchanged. But a coder recurses into dictionaries, whose order is also
/// arbitrary, so only a coder with a strategy is given them.
struct ForeignNames {
  /// How deep dictionaries may nest. Some threads have 512 KB of stack, and a level takes up to 7 KB without
  /// optimisation.
  static let maximumDepth = 48

  /// The coder, until it is known whether it converts names.
  private var coder: Any?
  private var isConverting = false
  private var depth = 0

  init(of coder: Any) { self.coder = coder }

  /// Creates the names of a coder with a key strategy.
  init() { isConverting = true }

  /// Whether the coder may convert names. Determined at the first object, because it takes some microseconds.
  var areConverted: Bool {
    mutating get {
      if let coder {
        isConverting = ForeignNames.hasKeyStrategy(coder)
        self.coder = nil
      }
      return isConverting
    }
  }

  /// The same within one more call of the coder, or `nil` if that is too deep.
  var below: ForeignNames? {
    guard depth < ForeignNames.maximumDepth else { return nil }
    var names = self
    names.depth += 1
    return names
  }

  /// Whether a coder shows a key strategy among its options, as Foundation's do to a mirror. Should they hide them one
  /// day, they count as having one.
  private static func hasKeyStrategy(_ coder: Any) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: coder)
    while let level = mirror {
      if let options = level.children.first(where: { $0.label == "options" }) {
        let strategy = Mirror(reflecting: options.value).children.first {
          $0.label == "keyEncodingStrategy" || $0.label == "keyDecodingStrategy"
        }
        return strategy.map { "\($0.value)" != "useDefaultKeys" } ?? false
      }
      mirror = level.superclassMirror
    }
    let type = String(reflecting: type(of: coder))
    return type.hasPrefix("Foundation.") || type.hasPrefix("FoundationEssentials.")
  }
}
