import Foundation
import RushJSON
import RushJSONMacros

// Classes are `nonisolated`, so that they can be read and written in a module of the main actor, too.

@JSONModel nonisolated class Account: Codable {
  var id: Int
  var name = "n" { didSet {} }
  let isOpen: Bool?

  init(id: Int) {
    self.id = id
    isOpen = true
  }
}

@JSONModel nonisolated final class Leaf: Codable {
  let id: Int
  weak var owner: Account?

  init(id: Int) { self.id = id }
}

/// Keeps the initialiser that the compiler gives it.
@JSONModel nonisolated class Plain {
  var a = 1
  var b: Int?
}

@JSONModel nonisolated final class Tree<Value: Codable & Equatable>: Codable {
  var value: Value
  var children: [Tree<Value>] = []

  init(_ value: Value) { self.value = value }
}

// MARK: - Enums

@JSONModel enum Level: Int, Codable { case low = 1, high = 10 }
@JSONModel enum Color: String, Codable, CaseIterable { case red, green = "GREEN" }

@JSONModel enum External: Codable, Equatable {
  case circle(radius: Double)
  case pair(Int, y: Int), single(Point)
  case none
  indirect case nested(External)
}

@JSONModel enum Direction: Codable, Equatable { case up, down }
@JSONModel(names: .kebabCase, tag: .value) enum Turn { case toLeft, toRight }
/// Its cases are not listed in messages, because one may not exist.
@JSONModel enum Seldom: String {
  case old
  @available(macOS 99, *) case new
}

@JSONModel enum Renamed: Equatable {
  @Name("c", also: "circle") case circle(radius: Double = 1, Int?)
  case `default`
}

@JSONModel(tag: .internal("type")) enum Internal: Equatable {
  case circle(radius: Double)
  case point(Point)
  case none
}

@JSONModel(names: .kebabCase, tag: .adjacent("t", content: "c")) enum Adjacent: Equatable {
  case bigCircle(innerRadius: Double, Int)
  case point(Point)
  case list([Int])
  case none
}

@JSONModel(tag: .internal("type"), unknown: .refuse) enum Strict: Equatable {
  case a(x: Int)
  case b
}

@JSONModel enum Either<A: Equatable, B: Codable & Equatable>: Equatable {
  case left(A), right(b: B)
}
