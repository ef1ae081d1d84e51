public import RushJSONCore

extension APS {
  /// The text of a notification: either the text itself, or keys of the app's localized texts with
  /// their arguments.
  ///
  /// A payload has an object, or a string that is the ``body``. A body alone is encoded as a string.
  public struct Alert: Sendable, Hashable, ExpressibleByStringLiteral {
    /// `title`.
    public var title: String?
    /// `subtitle`.
    public var subtitle: String?
    /// `body`: the message.
    public var body: String?
    /// `launch-image`: the name of an image in the app.
    public var launchImage: String?
    /// `title-loc-key`: the key of the title in the app's localized texts.
    public var titleLocKey: String?
    /// `title-loc-args`: the arguments of the title.
    public var titleLocArgs: [String]?
    /// `subtitle-loc-key`: the key of the subtitle.
    public var subtitleLocKey: String?
    /// `subtitle-loc-args`: the arguments of the subtitle.
    public var subtitleLocArgs: [String]?
    /// `loc-key`: the key of the message.
    public var locKey: String?
    /// `loc-args`: the arguments of the message.
    public var locArgs: [String]?
    /// The members without a property.
    public var other: RawJSON.Object = [:]

    /// Creates an alert.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.body = body
    }

    /// Creates an alert with only a message.
    public init(stringLiteral body: String) { self.init(body: body) }
  }
}

extension APS.Alert {
  init(_ value: RawJSON, _ path: [any CodingKey]) throws {
    if let body = value.stringValue {
      self.init(body: body)
      return
    }
    guard case .dictionary(let object) = value else {
      throw PayloadReader.mismatch(APS.Alert.self, "a string or an object", value, path)
    }
    let reader = PayloadReader(object, path)
    self.init(
      title: try reader.string("title"), subtitle: try reader.string("subtitle"),
      body: try reader.string("body"))
    launchImage = try reader.string("launch-image")
    titleLocKey = try reader.string("title-loc-key")
    titleLocArgs = try reader.strings("title-loc-args")
    subtitleLocKey = try reader.string("subtitle-loc-key")
    subtitleLocArgs = try reader.strings("subtitle-loc-args")
    locKey = try reader.string("loc-key")
    locArgs = try reader.strings("loc-args")
    other = reader.others
  }

  var tree: RawJSON {
    func array(_ strings: [String]?) -> RawJSON? {
      strings.map { .array(RawJSON.Array($0.map { .string($0) })) }
    }
    var object = RawJSON.Object()
    object["title"] = title.map { .string($0) }
    object["subtitle"] = subtitle.map { .string($0) }
    object["body"] = body.map { .string($0) }
    object["launch-image"] = launchImage.map { .string($0) }
    object["title-loc-key"] = titleLocKey.map { .string($0) }
    object["title-loc-args"] = array(titleLocArgs)
    object["subtitle-loc-key"] = subtitleLocKey.map { .string($0) }
    object["subtitle-loc-args"] = array(subtitleLocArgs)
    object["loc-key"] = locKey.map { .string($0) }
    object["loc-args"] = array(locArgs)
    for member in other where object[member.name] == nil { object[member.name] = member.value }
    if let body, object.count == 1 { return .string(body) }
    return .dictionary(object)
  }
}
