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
    if let options = ForeignOptions(of: coder) {
      let strategy = options["keyEncodingStrategy"] ?? options["keyDecodingStrategy"]
      return strategy.map { "\($0)" != "useDefaultKeys" } ?? false
    }
    let type = String(reflecting: type(of: coder))
    return type.hasPrefix("Foundation.") || type.hasPrefix("FoundationEssentials.")
  }
}

/// The options that a foreign coder shows to a mirror, as Foundation's do.
package struct ForeignOptions {
  private let options: Mirror

  /// Finds the options of a coder, or returns `nil` if it shows none.
  package init?(of coder: Any) {
    var mirror: Mirror? = Mirror(reflecting: coder)
    while let level = mirror {
      if let options = level.children.first(where: { $0.label == "options" }) {
        self.options = Mirror(reflecting: options.value)
        return
      }
      mirror = level.superclassMirror
    }
    return nil
  }

  /// The option with a name, or `nil` if the coder has none of this name.
  package subscript(name: String) -> Any? {
    options.children.first { $0.label == name }?.value
  }
}
