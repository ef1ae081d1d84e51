import RushJSON
import RushJSONMacros
import Testing

@Suite struct SubclassTests {
  @Test func subclassIsReadAndWrittenAsItsSuperclass() throws {
    let tandem = try RushJSONDecoder().decode(Tandem.self, from: #"{"wheels":2}"#)
    #expect(tandem.wheels == 2 && tandem.bell)
    #expect(try RushJSONEncoder().encodeToString(tandem) == #"{"wheels":2}"#)
    #expect(try tandem.jsonString() == #"{"wheels":2}"#)
    let box = try RushJSONDecoder().decode(ListCrate<Int>.self, from: #"{"value":[1,2]}"#)
    #expect(box.value == [1, 2])
  }

  @Test func subclassOfOneDirectionHasIt() throws {
    #expect(try RushJSONDecoder().decode(ReadPart.self, from: #"{"a":3}"#).a == 3)
    #expect(try RushJSONEncoder().encodeToString(WrittenPart()) == #"{"a":1}"#)
    #expect(try RushJSONDecoder().decode(StatedPart.self, from: #"{"a":3}"#).a == 3)
    #expect(try RushJSONDecoder().decode(HalfStatedPart.self, from: #"{"a":3}"#).a == 3)
    #expect(try RushJSONDecoder().decode(Namespace.Part.self, from: #"{"a":3}"#).a == 3)
  }

  @Test func subclassHasTheSchemaOfItsSuperclass() throws {
    #expect(DescribedPart.jsonSchema == DescribedBase.jsonSchema)
    #expect(DescribedWrittenPart.jsonSchema == DescribedWrittenBase.jsonSchema)
  }
}
