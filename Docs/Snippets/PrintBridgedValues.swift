// Prints what Foundation's collections make of Swift's values. Each system prints the same.
import Foundation
import RushJSON

let values: [Any] = [
  true, 1, 1.5, UInt64.max, Int8(1), Decimal(string: "0.10") ?? 0, NSDecimalNumber(value: 7),
  NSNull(), "text", RawJSON.null, ["a": [1, 2]], UInt8?.none as Any,
]
for value in values {
  let array = NSArray(array: [value])
  do {
    let text = try RushJSONSerialization.data(withJSONObject: array)
    print(type(of: value), String(decoding: text, as: UTF8.self))
  } catch {
    print(type(of: value), error)
  }
}
