internal import Synchronization

/// Everything that can be set on a decoder, as it was at one time. Immutable once it is in use.
package final class DecodingOptions: @unchecked Sendable {
  package var reading: JSONReadingOptions = {
    var options = JSONReadingOptions()
    // As Foundation's decoder: one comma too many, a byte order mark, and the first of duplicates.
    options.leniencies = [.trailingCommas, .byteOrderMark]
    options.duplicateNames = .firstWins
    return options
  }()
  package var allowsJSON5 = false
  package var assumesTopLevelDictionary = false
  package var keys = RushJSONDecoder.KeyDecodingStrategy.useDefaultKeys
  package var floats = RushJSONDecoder.NonConformingFloatDecodingStrategy.throw
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { anyUserInfo = userInfo.mapValues { $0 as Any } }
  }
  /// The same as decoders hand it out.
  private(set) var anyUserInfo: [CodingUserInfoKey: Any] = [:]
  package var hooks: TypeHooks
  /// What other modules set, by the type of the setting.
  package var settings: [ObjectIdentifier: any Sendable] = [:]

  init(hooks: TypeHooks) { self.hooks = hooks }

  init(copying other: DecodingOptions) {
    reading = other.reading
    allowsJSON5 = other.allowsJSON5
    assumesTopLevelDictionary = other.assumesTopLevelDictionary
    keys = other.keys
    floats = other.floats
    userInfo = other.userInfo
    anyUserInfo = other.anyUserInfo
    hooks = other.hooks
    settings = other.settings
  }

  /// How texts are read.
  var effectiveReading: JSONReadingOptions {
    var options = reading
    if allowsJSON5 { options.leniencies.formUnion(.json5) }
    return options
  }
}

/// What a module beside the core adds to every new decoder.
package protocol DecodingDefaults {
  static var decodingHooks: [TypeHook] { get }
}

/// The type that such a module makes conform to `DecodingDefaults`.
///
/// So a decoder that is made in the core, for example to read an array of bytes, knows the types of
/// Foundation whenever the module that knows them is in the program, and does not need it otherwise.
package enum DecodingDefaultsProvider {}

extension DecodingOptions {
  /// What a new decoder has.
  static let initial: DecodingOptions = {
    var hooks = TypeHooks.standardHooks
    // The only conformance that is ever looked up at run time, once in a process.
    let provider: Any.Type = DecodingDefaultsProvider.self
    if let defaults = provider as? any DecodingDefaults.Type { hooks += defaults.decodingHooks }
    return DecodingOptions(hooks: TypeHooks(hooks))
  }()
}

/// Options that one thread may replace while others read them, without a lock for the readers.
///
/// A reader counts itself in and out. A writer puts its options in the place of the old ones, which
/// it frees, with all that were left before, when it then finds no reader; else they are left for
/// the next writer, or the end.
@safe
final class SharedOptions: Sendable {
  private let current: Atomic<Unmanaged<DecodingOptions>>
  private let readers = Atomic<Int>(0)
  // Options that were replaced while somebody may have been reading them.
  private let replaced = Mutex<[DecodingOptions]>([])

  init(_ options: DecodingOptions) {
    unsafe current = unsafe Atomic(Unmanaged.passRetained(options))
  }

  deinit { unsafe current.load(ordering: .acquiring).release() }

  /// Calls `body` with the options as they are now. They stay alive during the call; what is to keep
  /// them longer retains them.
  @inline(__always)
  func read<R>(_ body: (DecodingOptions) throws -> R) rethrows -> R {
    // Sequentially consistent, here and in `change`: either the writer sees the reader, or the reader
    // sees what was written.
    readers.add(1, ordering: .sequentiallyConsistent)
    defer { readers.subtract(1, ordering: .releasing) }
    return try unsafe body(current.load(ordering: .sequentiallyConsistent).takeUnretainedValue())
  }

  /// Replaces the options by a copy that `body` has changed.
  func change(_ body: (DecodingOptions) -> Void) {
    replaced.withLock { replaced in
      let old = unsafe current.load(ordering: .acquiring)
      let new = unsafe DecodingOptions(copying: old.takeUnretainedValue())
      body(new)
      unsafe current.store(Unmanaged.passRetained(new), ordering: .sequentiallyConsistent)
      unsafe replaced.append(old.takeRetainedValue())
      if readers.load(ordering: .sequentiallyConsistent) == 0 { replaced.removeAll() }
    }
  }
}
