import Foundation
import RushJSON
import Testing

/// Types that misuse their decoder get errors or values, but never trap.
@Suite("Types that misuse their decoder")
struct HostileTypeTests {
  /// Containers that a type keeps and uses while the decoder is elsewhere.
  private final class Hoard {
    var keyed: [KeyedDecodingContainer<Name>] = []
    var unkeyed: [any UnkeyedDecodingContainer] = []
    var decoders: [any Decoder] = []

    func useAll() {
      for index in unkeyed.indices {
        while let _ = try? unkeyed[index].decode(Int.self) {}
        _ = try? unkeyed[index].nestedContainer(keyedBy: Name.self)
        _ = try? unkeyed[index].superDecoder()
        _ = try? unkeyed[index].decodeNil()
        _ = unkeyed[index].codingPath
      }
      for container in keyed {
        for key in container.allKeys {
          _ = try? container.decode([Int].self, forKey: key)
          _ = try? container.decode(Int.self, forKey: key)
          _ = try? container.decode([String: [String: Int]].self, forKey: key)
          _ = try? container.nestedUnkeyedContainer(forKey: key).codingPath
          _ = try? container.superDecoder(forKey: key).codingPath
        }
        _ = try? container.superDecoder().unkeyedContainer()
        _ = container.codingPath
      }
      for decoder in decoders {
        _ = decoder.codingPath
        _ = try? decoder.container(keyedBy: Name.self)
        _ = try? decoder.unkeyedContainer()
        _ = try? decoder.singleValueContainer().decode(Double.self)
      }
    }
  }

  private struct Hoarder: Decodable {
    @TaskLocal static var hoard = Reference()
    struct Reference: @unchecked Sendable { var hoard = Hoard() }

    init(from decoder: any Decoder) throws {
      let hoard = Hoarder.hoard.hoard
      hoard.decoders.append(decoder)
      if let keyed = try? decoder.container(keyedBy: Name.self) {
        hoard.keyed.append(keyed)
        for key in keyed.allKeys {
          _ = try? keyed.decode(Hoarder.self, forKey: key)
          if let nested = try? keyed.nestedContainer(keyedBy: Name.self, forKey: key) {
            hoard.keyed.append(nested)
          }
          hoard.decoders.append((try? keyed.superDecoder(forKey: key)) ?? decoder)
        }
      }
      if var unkeyed = try? decoder.unkeyedContainer() {
        hoard.unkeyed.append(unkeyed)
        while !unkeyed.isAtEnd { _ = try unkeyed.decode(Hoarder.self) }
        hoard.unkeyed.append(unkeyed)
      }
      hoard.useAll()
    }
  }

  @Test(
    "everything is kept, and used at the wrong time",
    arguments: [
      "{\"a\":{\"b\":{\"c\":[1,2,{\"d\":null}]}},\"e\":[[],[1]],\"f\":1}", "[[[[1]]],{\"a\":[{}]}]",
      "1", "{}",
    ])
  func hoarding(text: String) throws {
    let reference = Hoarder.Reference()
    try Hoarder.$hoard.withValue(reference) {
      // The bytes are gone when the call returns, and the decoder with them.
      _ = try RushJSONDecoder().decode(
        Hoarder.self, from: Array((text + String(repeating: " ", count: 300)).utf8))
    }
    reference.hoard.useAll()
    let first = reference.hoard.decoders.first
    #expect(first?.codingPath.isEmpty == true)
  }

  @Test("containers of one type of keys, one in another")
  func interleaved() throws {
    struct Node: Decodable {
      var sum: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        let before = try container.decode(Int.self, forKey: "v")
        let child = try container.decodeIfPresent(Node.self, forKey: "n")?.sum ?? 0
        // The child's container has the same type, and must not reuse this one's object.
        let after = try container.decode(Int.self, forKey: "w")
        let again = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: "v")
        sum = before + child + after + again
      }
    }
    let text = (1...50).reduce("null") { "{\"v\":\($1),\"n\":\($0),\"w\":1}" }
    #expect(try RushJSONDecoder().decode(Node.self, from: text).sum == 2 * 1275 + 50)
    let list = try RushJSONDecoder().decode([Node].self, from: "[\(text),\(text)]")
    #expect(list.map(\.sum) == [2600, 2600])
  }
}
