// Times both coders on an array of records, in turn. In a debug build, the program itself is not optimised, as that of a
// developer who runs it or its tests: the library must be.
import Foundation
import RushJSON

struct Record: Codable, Equatable {
  var id: Int
  var name: String
  var email: String?
  var balance: Double
  var isActive: Bool
  var tags: [String]
  var address: Address
}
struct Address: Codable, Equatable {
  var street: String
  var city: String
}

let records = (0..<10_500).map { number in
  Record(
    id: number, name: "Person number \(number)",
    email: number % 3 == 0 ? nil : "person\(number)@example.com",
    balance: Double(number) * 1.25 - 300, isActive: number % 2 == 0,
    tags: ["first", "second \(number % 7)", "third"],
    address: Address(street: "\(number % 90) Station Road", city: "Springfield"))
}
let data = try JSONEncoder().encode(records)
guard try RushJSONDecoder().decode([Record].self, from: data) == records,
  try JSONDecoder().decode([Record].self, from: RushJSONEncoder().encode(records)) == records
else { fatalError("the coders differ") }

/// Prints how many times as fast as Foundation a task is done: the ratio of the medians of nine rounds.
func compare(
  _ task: String, _ rush: () throws -> Void, _ foundation: () throws -> Void
) rethrows -> Double {
  func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
  }
  var times: [[Double]] = [[], []]
  for _ in 0..<9 {
    times[0].append(try milliseconds(rush))
    times[1].append(try milliseconds(foundation))
  }
  let medians = times.map { $0.sorted()[4] }
  let ratio = medians[1] / medians[0]
  print(
    String(
      format: "%@ %d bytes: RushJSON %.1f ms, Foundation %.1f ms, %.1f times as fast", task,
      data.count, medians[0], medians[1], ratio))
  return ratio
}

let ratios = [
  try compare("decode") {
    _ = try RushJSONDecoder().decode([Record].self, from: data)
  } _: {
    _ = try JSONDecoder().decode([Record].self, from: data)
  },
  try compare("encode") {
    _ = try RushJSONEncoder().encode(records)
  } _: {
    _ = try JSONEncoder().encode(records)
  },
]
if ratios.contains(where: { $0 < 5 }) {
  print("The library is not optimised: it must be at least 5 times as fast.")
  exit(1)
}
