internal import Foundation
internal import RushJSONCore

/// An array or a dictionary of which some is converted.
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

  /// What comes next.
  enum Step {
    case value(Any)
    case end
    /// A key that is none.
    case refused(JSONConversionError.Kind)
  }

  private var source: Source
  private let isArray: Bool
  private var array = JSONArray()
  private var object = JSONObject()
  private var name = ""

  init(_ container: FoundationContainer) {
    self.init(.foundation(container), count: container.count)
  }

  init(_ source: Source, count: Int) {
    self.source = source
    isArray = source.isArray
    if isArray {
      array.reserveCapacity(count)
    } else {
      object.reserveCapacity(count)
    }
  }

  /// What was converted so far.
  var tree: RawJSON {
    isArray ? .array(array) : .dictionary(object)
  }

  /// The name or the index of the value that came last.
  var step: String {
    isArray ? "\(array.count)" : name
  }

  /// Which object of Foundation it is, if it is one. Only these can hold themselves.
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
      return .refused(.keyNotString("\(key)", type: "\(Swift.type(of: key))"))
    }
    self.name = name
    // Keys of several types can be the same text.
    if object.index(ofName: name) != nil { return .refused(.duplicateKey(name)) }
    return .value(value)
  }

  /// Adds what the value that came last became.
  mutating func put(_ value: RawJSON) {
    if isArray {
      array.append(value)
    } else {
      object.updateValue(value, forName: name)
    }
  }
}
