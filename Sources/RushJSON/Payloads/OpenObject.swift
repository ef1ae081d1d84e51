internal import Foundation
internal import RushJSONCore

/// An array or a dictionary of which some is converted.
struct OpenObject {
  enum Source {
    case elements([Any].Iterator)
    case named([String: Any].Iterator)
    case hashable([AnyHashable: Any].Iterator)
  }

  /// What comes next.
  enum Step {
    case value(Any)
    case end
    /// A key that is none.
    case refused(JSONConversionError.Kind)
  }

  private var source: Source
  private var array = JSONArray()
  private var object = JSONObject()
  private var name = ""

  init(_ source: Source, count: Int) {
    self.source = source
    if case .elements = source {
      array.reserveCapacity(count)
    } else {
      object.reserveCapacity(count)
    }
  }

  /// What was converted so far.
  var tree: RawJSON {
    if case .elements = source { .array(array) } else { .dictionary(object) }
  }

  /// The name or the index of the value that came last.
  var step: String {
    if case .elements = source { "\(array.count)" } else { name }
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
      guard let name = ObjectKind.string(next.key.base) else {
        return .refused(
          .keyNotString("\(next.key.base)", type: "\(Swift.type(of: next.key.base))"))
      }
      self.name = name
      // Keys of several types can be the same text.
      if object.index(ofName: name) != nil { return .refused(.duplicateKey(name)) }
      return .value(next.value)
    }
  }

  /// Adds what the value that came last became.
  mutating func put(_ value: RawJSON) {
    if case .elements = source {
      array.append(value)
    } else {
      object.updateValue(value, forName: name)
    }
  }
}
