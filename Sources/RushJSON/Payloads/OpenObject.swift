internal import RushJSONCore
internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  /// An array or a dictionary that is being converted.
  struct OpenObject {
    enum Source {
      case elements([Any].Iterator)
      case named([String: Any].Iterator)
      case hashable([AnyHashable: Any].Iterator)
      case foundation(FoundationContainer)

      var isArray: Bool {
        switch self {
        case .elements: true
        case .named, .hashable: false
        case .foundation(let container): container.isArray
        }
      }
    }

    /// The result of taking the next element or member.
    enum Step {
      case value(Any)
      case end
      /// The member's key cannot be a name.
      case refused(JSONWritingError.Kind)
    }

    private var source: Source
    let isArray: Bool
    private var array = RawJSON.Array()
    private var object = RawJSON.Object()
    private var name = ""

    init(_ container: FoundationContainer) {
      self.init(.foundation(container), count: container.count)
    }

    init(_ source: Source, count: Int) {
      self.source = source
      isArray = source.isArray
      if isArray { array.reserveCapacity(count) } else { object.reserveCapacity(count) }
    }

    /// The children that were converted so far.
    var tree: RawJSON { isArray ? .array(array) : .dictionary(object) }

    /// The name or index of the last child.
    var step: String { isArray ? "\(array.count)" : name }

    /// The identity of a Foundation object. Only these can contain themselves.
    var identity: ObjectIdentifier? {
      if case .foundation(let container) = source { container.identity } else { nil }
    }

    mutating func next() -> Step {
      switch source {
      case .elements(var elements):
        let next = elements.next()
        source = .elements(elements)
        return next.map(Step.value) ?? .end
      case .named(var members):
        guard let next = members.next() else { return .end }
        source = .named(members)
        name = next.key
        return .value(next.value)
      case .hashable(var members):
        guard let next = members.next() else { return .end }
        source = .hashable(members)
        return member(next.key.base, next.value)
      case .foundation(var container):
        guard let next = container.next() else { return .end }
        source = .foundation(container)
        return next.key.map { member($0, next.value) } ?? .value(next.value)
      }
    }

    private mutating func member(_ key: Any, _ value: Any) -> Step {
      guard let name = ObjectKind.string(key) else {
        return .refused(.nameNotString("\(key)", type: "\(Swift.type(of: key))"))
      }
      self.name = name
      // Keys of different types can have the same text.
      if object.index(ofName: name) != nil { return .refused(.duplicateName(name)) }
      return .value(value)
    }

    /// Adds the converted last child.
    mutating func put(_ value: RawJSON) {
      if isArray { array.append(value) } else { object.updateValue(value, forName: name) }
    }
  }
#endif
