import Foundation

/// An encoder as simple as one can be: the documented semantics of `RushJSONEncoder` and nothing else.
///
/// It builds a tree of all values, whatever the order of the calls. A name that is written again keeps
/// its place and takes the new value, a value that fails is left out, and what encodes nothing is an
/// empty object.
struct PlainEncoder {
  /// The name of a member, by the path to it and its own key.
  var name: ([any CodingKey]) throws -> String = { $0.last?.stringValue ?? "" }

  struct Nothing: Error {}

  func encode(_ value: some Encodable) throws -> PlainNode {
    let root = PlainNode()
    try encode(value, in: root, [])
    if case .nothing = root.content { throw Nothing() }
    return root
  }

  fileprivate func encode(_ value: any Encodable, in node: PlainNode, _ path: [any CodingKey])
    throws
  {
    switch value {
    case let date as Date:
      try date.timeIntervalSinceReferenceDate.encode(to: PlainValue(self, node, path))
    case let dictionary as any PlainDictionary:
      var members: [(name: String, value: PlainNode)] = []
      for (name, value) in dictionary.plainMembers {
        members.append((name, try child(value, path + [RandomCalls.Name(stringValue: name)])))
      }
      node.content = .object(members)
    default: try value.encode(to: PlainValue(self, node, path))
    }
  }

  /// A value that is a member or an element.
  fileprivate func child(_ value: any Encodable, _ path: [any CodingKey]) throws -> PlainNode {
    let node = PlainNode()
    try encode(value, in: node, path)
    if case .nothing = node.content { node.content = .object([]) }
    return node
  }
}

private protocol PlainDictionary { var plainMembers: [(String, any Encodable)] { get } }

extension Dictionary: PlainDictionary where Key == String, Value: Encodable {
  fileprivate var plainMembers: [(String, any Encodable)] { map { ($0.key, $0.value) } }
}

/// A value in the tree of a `PlainEncoder`.
final class PlainNode {
  enum Content {
    case nothing
    case scalar(String)
    case array([PlainNode])
    case object([(name: String, value: PlainNode)])
  }

  var content = Content.nothing

  fileprivate var elements: [PlainNode] {
    get { if case .array(let elements) = content { elements } else { [] } }
    set { content = .array(newValue) }
  }

  fileprivate var members: [(name: String, value: PlainNode)] {
    get { if case .object(let members) = content { members } else { [] } }
    set { content = .object(newValue) }
  }

  /// Names are the same if their bytes are.
  fileprivate func index(of name: String) -> Int? {
    members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  fileprivate func set(_ name: String, _ value: PlainNode) {
    if let index = index(of: name) {
      members[index].value = value
    } else {
      members.append((name, value))
    }
  }
}

/// Where one value is encoded.
private struct PlainValue: Encoder, SingleValueEncodingContainer {
  let encoder: PlainEncoder
  let node: PlainNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ encoder: PlainEncoder, _ node: PlainNode, _ path: [any CodingKey]) {
    self.encoder = encoder
    self.node = node
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.members = node.members
    return KeyedEncodingContainer(PlainMembers(value: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.elements = node.elements
    return PlainElements(value: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { node.content = .scalar("null") }
  func encode(_ value: Bool) throws { node.content = .scalar("\(value)") }
  func encode(_ value: String) throws { node.content = .scalar(value.debugDescription) }
  func encode(_ value: Double) throws {
    if !value.isFinite {
      throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: ""))
    }
    node.content = .scalar("\(value)")
  }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { integer(value) }
  func encode(_ value: Int8) throws { integer(value) }
  func encode(_ value: Int16) throws { integer(value) }
  func encode(_ value: Int32) throws { integer(value) }
  func encode(_ value: Int64) throws { integer(value) }
  func encode(_ value: UInt) throws { integer(value) }
  func encode(_ value: UInt8) throws { integer(value) }
  func encode(_ value: UInt16) throws { integer(value) }
  func encode(_ value: UInt32) throws { integer(value) }
  func encode(_ value: UInt64) throws { integer(value) }
  private func integer(_ value: some BinaryInteger) { node.content = .scalar("\(value)") }

  func encode<T: Encodable>(_ value: T) throws {
    node.content = try encoder.child(value, codingPath).content
  }
}

private struct PlainMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let value: PlainValue
  var codingPath: [any CodingKey] { value.codingPath }

  private func path(_ key: any CodingKey) -> [any CodingKey] { codingPath + [key] }

  /// A strategy that fails names nothing.
  private func name(_ key: any CodingKey) -> String {
    (try? value.encoder.name(path(key))) ?? "?"
  }

  private func child(_ key: any CodingKey) -> PlainValue {
    let name = name(key)
    let node = value.node.index(of: name).map { value.node.members[$0].value } ?? PlainNode()
    value.node.set(name, node)
    return PlainValue(value.encoder, node, path(key))
  }

  func encodeNil(forKey key: Key) throws { try encode(Int?.none, forKey: key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let node = try self.value.encoder.child(value, path(key))
    self.value.node.set(name(key), node)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  { child(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { late(RandomCalls.Name(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { late(key) }

  private func late(_ key: any CodingKey) -> any Encoder {
    let node = PlainNode()
    value.node.set(name(key), node)
    return PlainValue(value.encoder, node, path(key))
  }
}

private struct PlainElements: UnkeyedEncodingContainer {
  let value: PlainValue
  var codingPath: [any CodingKey] { value.codingPath }
  var count: Int { value.node.elements.count }

  private var path: [any CodingKey] { codingPath + [PlainIndex(count)] }

  private func child() -> PlainValue {
    let child = PlainValue(value.encoder, PlainNode(), path)
    value.node.elements.append(child.node)
    return child
  }

  func encodeNil() throws { try encode(Int?.none) }

  func encode<T: Encodable>(_ value: T) throws {
    let node = try self.value.encoder.child(value, path)
    self.value.node.elements.append(node)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  { child().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
  func superEncoder() -> any Encoder { child() }
}

private struct PlainIndex: CodingKey {
  let intValue: Int?
  let stringValue: String
  init(_ index: Int) { (intValue, stringValue) = (index, "Index \(index)") }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
