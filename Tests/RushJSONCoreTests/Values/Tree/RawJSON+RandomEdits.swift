import CorpusGenerator
import RushJSONCore

extension RawJSON {
  /// The same value in memory that nothing shares.
  var apart: RawJSON {
    switch self {
    case .string(let string): .string(String(decoding: [UInt8](string.utf8), as: UTF8.self))
    case .array(let array): .array(RawJSON.Array(array.map(\.apart)))
    case .dictionary(let object):
      .dictionary(
        RawJSON.Object(
          object.map {
            RawJSON.Object.Member(
              name: String(decoding: [UInt8]($0.name.utf8), as: UTF8.self), value: $0.value.apart)
          }))
    default: self
    }
  }

  /// Changes a value somewhere. Which one depends on the tree and on `random` alone.
  mutating func edit(using random: inout SeededGenerator) {
    let choice = Int.random(in: 0..<14, using: &random)
    switch self {
    case .array(var array):
      self = .null
      let place = array.isEmpty ? 0 : Int.random(in: array.indices, using: &random)
      switch array.isEmpty ? 0 : choice {
      case 0: array.append("a string that was added")
      case 1: array[place] = ["changed", 2, "a string in an array"]
      case 2: array.remove(at: place)
      case 3: array.append(array[array.count - 1 - place])
      case 4: array.replaceSubrange(0..<min(place, 2), with: [1, "and a string in an array"])
      case 5: array.reserveCapacity(array.count + 10)
      default: array[place].edit(using: &random)
      }
      self = .array(array)
    case .dictionary(var object):
      self = .null
      let place = object.isEmpty ? 0 : Int.random(in: object.indices, using: &random)
      let name = object.isEmpty ? "none" : object[place].name
      switch object.isEmpty ? 0 : choice {
      case 0: object["a name that was added"] = "added"
      case 1: object[name] = ["changed"]
      case 2: object.removeValue(forName: name)
      case 3: object["same again"] = object[name]
      case 4: for number in 0..<30 { object["member \(number)"] = [.number(JSONNumber(number))] }
      case 5: object.removeAll()
      default: object[name, default: 1].edit(using: &random)
      }
      self = .dictionary(object)
    case .string(var string):
      self = .null
      switch choice % 3 {
      case 0: string += " and more"
      case 1: string.removeLast(min(3, string.count))
      default: string.insert("é", at: string.startIndex)
      }
      self = .string(string)
    default: self = ["in place of a scalar", self]
    }
  }
}
