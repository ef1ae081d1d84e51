import RushJSON
import RushJSONMacros

// Classes with the attribute and subclasses without it, for each set of conformances that the macro makes.

@JSONModel nonisolated class Vehicle {
  var wheels = 4

  init() {}
}

nonisolated class Bicycle: Vehicle {
  var bell = true

  override init() {
    super.init()
    wheels = 2
  }

  required init(from reader: inout JSONReader) throws { try super.init(from: &reader) }
}

nonisolated class Tandem: Bicycle {}

@JSONModel(only: .reading) nonisolated class ReadBase { var a = 1 }
nonisolated class ReadPart: ReadBase {}

@JSONModel(only: .writing) nonisolated class WrittenBase { var a = 1 }
nonisolated class WrittenPart: WrittenBase { var b = 2 }

@JSONModel(schema: true) nonisolated class DescribedBase { var a = 1 }
nonisolated class DescribedPart: DescribedBase {}

@JSONModel(only: .reading, schema: true) nonisolated class DescribedReadBase { var a = 1 }
nonisolated class DescribedReadPart: DescribedReadBase {}

@JSONModel(only: .writing, schema: true) nonisolated class DescribedWrittenBase { var a = 1 }
nonisolated class DescribedWrittenPart: DescribedWrittenBase {}

@JSONModel(partial: true) nonisolated class ArrivingBase { var a = 1 }
nonisolated class ArrivingPart: ArrivingBase {}

@JSONModel nonisolated class StatedBase: Codable { var a = 1 }
nonisolated class StatedPart: StatedBase {}

@JSONModel nonisolated class HalfStatedBase: Decodable, JSONWritable { var a = 1 }
nonisolated class HalfStatedPart: HalfStatedBase {}

@JSONModel nonisolated class Crate<Value: Codable> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

nonisolated class NumberCrate: Crate<Int> {}
nonisolated class ListCrate<Element: Codable>: Crate<[Element]> {}

nonisolated enum Namespace {
  @JSONModel class Base { var a = 1 }
  class Part: Base {}
}
