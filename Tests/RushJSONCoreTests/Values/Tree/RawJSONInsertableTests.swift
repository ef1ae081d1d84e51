import RushJSONCore
import Testing

/// Swift values in trees, by the initialiser and by the subscripts.
@Suite struct RawJSONInsertableTests {
  @Test func initialiserTakesVariables() {
    let (integer, byte, double, string, bool) = (-5, 200 as UInt8, 1.5, "x", true)
    #expect(RawJSON(integer) == .number(-5 as Int))
    #expect(RawJSON(byte) == .number(200 as Int))
    #expect(RawJSON(double) == .number(1.5))
    #expect(RawJSON(Float(0.1)).description == "0.1")
    #expect(RawJSON(string) == .string("x"))
    #expect(RawJSON(bool) == .bool(true))
    let integers = [1, 2]
    #expect(RawJSON(integers) == [1, 2])
    let nested = ["a": [1, nil], "b": nil] as [String: [Int?]?]
    #expect(RawJSON(nested) == ["a": [1, nil], "b": nil])
    let missing: Int? = nil
    #expect(RawJSON(missing) == .null)
    #expect(RawJSON(Optional(integer)) == .number(-5 as Int))
    let number: JSONNumber = 1.25
    #expect(RawJSON(number) == .number(1.25))
    let (array, object) = ([1] as RawJSON.Array, ["b": 1, "a": 2] as RawJSON.Object)
    #expect(RawJSON(array) == .array([1]))
    #expect(RawJSON(object).description == #"{"b":1,"a":2}"#)
    #expect(RawJSON(RawJSON(5)) == .number(5 as Int))
  }

  @Test func everyIntegerIsExact() {
    func isExact<T: FixedWidthInteger & RawJSON.Insertable>(_ type: T.Type) -> Bool {
      [T.min, 0, 1, T.max].allSatisfy {
        RawJSON($0).description == String($0) && RawJSON($0).integerValue(T.self) == $0
      }
    }
    #expect(isExact(Int.self) && isExact(Int8.self) && isExact(Int16.self) && isExact(Int32.self))
    #expect(isExact(UInt.self) && isExact(UInt8.self) && isExact(UInt16.self))
    #expect(isExact(UInt32.self) && isExact(Int64.self) && isExact(UInt64.self))
    #expect(isExact(Int128.self) && isExact(UInt128.self))
  }

  @Test func literalsAreTrees() {
    #expect(RawJSON(nil) == .null)
    #expect(RawJSON(5) == .number(5 as Int))
    // Beyond every integer type of the platform.
    #if os(Linux)
      #expect(
        RawJSON(340_282_366_920_938_463_463_374_607_431_768_211_456).description
          == "340282366920938463463374607431768211456")
    #endif
    #expect(RawJSON(-0.5) == .number(-0.5))
    #expect(RawJSON("x\(1)") == .string("x1"))
    #expect(RawJSON(true) == .bool(true))
    #expect(RawJSON([1, "x", nil, [2]]).description == #"[1,"x",null,[2]]"#)
    #expect(RawJSON(["b": 1, "a": 2, "c": nil]).description == #"{"b":1,"a":2,"c":null}"#)
    #expect(RawJSON([]) == .array([]) && RawJSON([:]) == .dictionary([:]))
    let number: RawJSON = 5
    let list: RawJSON = [number, RawJSON(6)]
    #expect(list == [5, 6])
  }

  @Test func subscriptsTakeVariables() {
    let (integer, double, string, bool, list) = (7, 1.5, "x", true, [1, 2])
    let table = ["a": 1]
    let present: Int? = 8
    var tree: RawJSON = ["list": [0, 0], "old": 1]
    tree["integer"] = integer
    tree["double"] = double
    tree["string"] = string
    tree["bool"] = bool
    tree["ints"] = list
    tree["table"] = table
    tree["present"] = present
    tree["list"]?[1] = integer
    tree["/list/0" as JSONPointer] = RawJSON(string)
    tree[path: "new", "deep"] = RawJSON(double)
    #expect(
      tree.description == #"""
        {"list":["x",7],"old":1,"integer":7,"double":1.5,"string":"x","bool":true,"ints":[1,2],\#
        "table":{"a":1},"present":8,"new":{"deep":1.5}}
        """#)
    var object: RawJSON.Object = [:]
    object["integer"] = integer
    object["list"] = list
    #expect(object == ["integer": 7, "list": [1, 2]])
  }

  @Test func missingOptionalDoesWhatNilDoes() {
    let missing: Int? = nil
    var (tree, same): (RawJSON, RawJSON) = (
      ["a": 1, "b": [1, 2], "c": 3], ["a": 1, "b": [1, 2], "c": 3]
    )
    tree["a"] = missing
    same["a"] = nil
    tree["b"]?[0] = missing
    same["b"]?[0] = nil
    #expect(tree == same && tree.description == #"{"b":[1,2],"c":3}"#)
    tree["c"] = RawJSON(missing)
    #expect(tree["c"] == .some(.null))
    var object: RawJSON.Object = ["a": 1]
    object["a"] = missing
    #expect(object.isEmpty)
    var scalar: RawJSON = 5
    scalar["a"] = 1 as Int
    #expect(scalar == 5)
  }

  @Test func subscriptsReadAStatedType() {
    let tree: RawJSON = ["n": 3, "s": "x", "list": [1, 2], "null": nil]
    let number: Int? = tree["n"]
    let text: String? = tree["n"]
    let list: [Int] = tree["list"] ?? []
    let second: Int? = tree["list"]?[1]
    #expect(number == 3 && text == nil && list == [1, 2] && second == 2)
    // Without a stated type, a value is a tree.
    let member = tree["null"]
    #expect(member == .some(.null) && type(of: member) == RawJSON?.self)
    #expect((tree["n"] ?? 0) == 3 && tree["missing"] == nil)
  }

  @Test func ownTypesTakePart() {
    struct Seat: RawJSON.Extractable, RawJSON.Insertable, Equatable {
      var row: Int
      init(row: Int) { self.row = row }
      init?(rawJSON: RawJSON) {
        guard let row = rawJSON["row"]?.intValue else { return nil }
        self.row = row
      }
      var rawJSON: RawJSON { ["row": RawJSON(row)] }
    }
    var tree: RawJSON = [:]
    tree["seats"] = [Seat(row: 3)]
    #expect(tree == ["seats": [["row": 3]]])
    let seats: [Seat]? = tree["seats"]
    #expect(seats == [Seat(row: 3)])
  }

  @Test func countIsThatOfElementsOrMembers() {
    #expect(([1, 2, 3] as RawJSON).count == 3)
    #expect((["a": 1] as RawJSON).count == 1)
    for scalar in [nil, true, 1, "text"] as [RawJSON] { #expect(scalar.count == 0) }
  }

  @Test func membersAreTuples() {
    let object: RawJSON.Object = ["b": 1, "a": [2]]
    var text = ""
    for (name, value) in object.pairs { text += "\(name)=\(value) " }
    #expect(text == "b=1 a=[2] ")
  }

  @Test func integersOfNumbers() {
    let number: JSONNumber = 300
    #expect(Int(exactly: number) == 300 && UInt8(exactly: number) == nil)
    #expect(Int(exactly: JSONNumber("1e2") ?? 0) == 100)
    #expect(Int(exactly: 1.5 as JSONNumber) == nil)
    // Literals are Swift's numbers.
    #expect(Int(exactly: 300) == 300 && Int8(exactly: 300) == nil && Int(exactly: 1.5) == nil)
  }

  @Test func nameLikeAPointerIsAName() {
    var tree: RawJSON = ["a": ["b": 1], "/a/b": 2]
    #expect(tree["/a/b"] == 2 && tree["/a/b" as JSONPointer] == 1 && tree[path: "a", "b"] == 1)
    tree["/a/b"] = nil
    #expect(tree == ["a": ["b": 1]])
  }
}
