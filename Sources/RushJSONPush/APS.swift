public import RushJSONCore
public import _RushJSONFoundation

/// The object `aps`: the part of a push notification that the system understands.
///
/// A property is `nil` if its key is missing or `null`. All other members are in ``other``, so nothing is
/// lost when a payload is encoded again.
public struct APS: Sendable, Hashable {
  /// `alert`: the text to show.
  public var alert: Alert?
  /// `badge`: the number on the app's icon; 0 removes it.
  public var badge: Int?
  /// `sound`.
  public var sound: Sound?
  /// `content-available`: the app shall fetch content in the background. `false` if it is missing.
  public var contentAvailable = false
  /// `mutable-content`: a service extension may change the notification. `false` if it is missing.
  public var mutableContent = false
  /// `thread-id`: the group of the notification.
  public var threadID: String?
  /// `category`: selects the actions of the notification.
  public var category: String?
  /// `interruption-level`.
  public var interruptionLevel: InterruptionLevel?
  /// `relevance-score`: from 0 to 1, or any number for Live Activities.
  public var relevanceScore: Double?
  /// `target-content-id`: the window to bring to the front.
  public var targetContentID: String?
  /// `filter-criteria`: what a Focus filters by.
  public var filterCriteria: String?

  // MARK: - Live Activities

  /// `timestamp`: when the content was up to date.
  public var timestamp: Date?
  /// `event`: `start`, `update` or `end`.
  public var event: String?
  /// `content-state`: the activity's content. Decode the app's own type with `contentState?.decode(…)`.
  public var contentState: RawJSON?
  /// `stale-date`: when the content becomes out of date.
  public var staleDate: Date?
  /// `dismissal-date`: when an ended activity is removed.
  public var dismissalDate: Date?
  /// `attributes-type`: the type name of ``attributes``.
  public var attributesType: String?
  /// `attributes`: the fixed data of an activity that starts.
  public var attributes: RawJSON?

  /// The members without a property.
  public var other: RawJSON.Object = [:]

  /// Creates an empty value.
  public init() {}

  /// Another spelling of ``threadID``, for code that uses the service's own.
  public var threadId: String? {
    get { threadID }
    set { threadID = newValue }
  }

  /// How much a notification may interrupt. Unknown levels are kept.
  public enum InterruptionLevel: Sendable, Hashable, RawRepresentable {
    /// In the list of notifications only: no sound, and the screen stays dark.
    case passive
    /// The level of a notification that names none: the screen lights up, and a sound may play.
    case active
    /// Like ``active``, and also while the user has asked not to be disturbed.
    case timeSensitive
    /// Like ``timeSensitive``, and with a sound even if the device is silenced.
    case critical
    /// A level that this library does not know, as it was written.
    case unknown(String)

    public init(rawValue: String) {
      switch rawValue {
      case "passive": self = .passive
      case "active": self = .active
      case "time-sensitive": self = .timeSensitive
      case "critical": self = .critical
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .passive: "passive"
      case .active: "active"
      case .timeSensitive: "time-sensitive"
      case .critical: "critical"
      case .unknown(let name): name
      }
    }
  }

  /// The sound of a notification: a name, or an object for a critical alert.
  public enum Sound: Sendable, Hashable {
    /// The name of a file in the app, or `default`.
    case named(String)
    /// A sound for a critical alert; the volume is from 0 to 1.
    case critical(isCritical: Bool, name: String?, volume: Double?)

    /// The name of the sound.
    public var name: String? {
      switch self {
      case .named(let name): name
      case .critical(_, let name, _): name
      }
    }
  }
}

extension APS {
  init(_ reader: PayloadReader) throws {
    alert = try reader.ifPresent("alert").map { try Alert($0, reader.path("alert")) }
    badge = try reader.integer("badge")
    sound = try reader.ifPresent("sound").map { try Sound($0, reader.path("sound")) }
    contentAvailable = try reader.flag("content-available") ?? false
    mutableContent = try reader.flag("mutable-content") ?? false
    threadID = try reader.string("thread-id")
    category = try reader.string("category")
    interruptionLevel = try reader.string("interruption-level")
      .map(InterruptionLevel.init(rawValue:))
    relevanceScore = try reader.double("relevance-score")
    targetContentID = try reader.string("target-content-id")
    filterCriteria = try reader.string("filter-criteria")
    timestamp = try reader.date("timestamp")
    event = try reader.string("event")
    contentState = reader.ifPresent("content-state")
    staleDate = try reader.date("stale-date")
    dismissalDate = try reader.date("dismissal-date")
    attributesType = try reader.string("attributes-type")
    attributes = reader.ifPresent("attributes")
    other = reader.others
  }

  /// The members, in the order of the properties.
  var object: RawJSON.Object {
    var object = RawJSON.Object()
    object["alert"] = alert?.tree
    object["badge"] = badge.map { .number($0) }
    object["sound"] = sound?.tree
    if contentAvailable { object["content-available"] = 1 }
    if mutableContent { object["mutable-content"] = 1 }
    object["thread-id"] = threadID.map { .string($0) }
    object["category"] = category.map { .string($0) }
    object["interruption-level"] = interruptionLevel.map { .string($0.rawValue) }
    object["relevance-score"] = relevanceScore.map { .number($0) }
    object["target-content-id"] = targetContentID.map { .string($0) }
    object["filter-criteria"] = filterCriteria.map { .string($0) }
    object["timestamp"] = timestamp.map(PayloadReader.tree(of:))
    object["event"] = event.map { .string($0) }
    object["content-state"] = contentState
    object["stale-date"] = staleDate.map(PayloadReader.tree(of:))
    object["dismissal-date"] = dismissalDate.map(PayloadReader.tree(of:))
    object["attributes-type"] = attributesType.map { .string($0) }
    object["attributes"] = attributes
    // Properties take precedence.
    for member in other where object[member.name] == nil { object[member.name] = member.value }
    return object
  }
}

extension APS.Sound {
  init(_ value: RawJSON, _ path: [any CodingKey]) throws {
    if let name = value.stringValue {
      self = .named(name)
      return
    }
    guard case .dictionary(let object) = value else {
      throw PayloadReader.mismatch(APS.Sound.self, "a string or an object", value, path)
    }
    let reader = PayloadReader(object, path)
    self = .critical(
      isCritical: try reader.flag("critical") ?? false, name: try reader.string("name"),
      volume: try reader.double("volume"))
  }

  fileprivate var tree: RawJSON {
    switch self {
    case .named(let name): return .string(name)
    case .critical(let isCritical, let name, let volume):
      var object: RawJSON.Object = ["critical": isCritical ? 1 : 0]
      object["name"] = name.map { .string($0) }
      object["volume"] = volume.map { .number($0) }
      return .dictionary(object)
    }
  }
}
