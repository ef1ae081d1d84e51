// Reads, inspects and changes data of unknown shape.
import RushJSON

var extra = try RawJSON(
  parsing: #"{"ticket": {"name": "Concert", "price": 1.10, "seats": [12, 13]}}"#)

print(extra["ticket"]?["name"]?.stringValue ?? "-")
print(extra["ticket"]?["price"]?.numberValue ?? 0)
print(extra["ticket"]?["seats"]?[5] == nil)  // out of range is nil, never a trap

extra["ticket"]?["name"] = "Opera"
extra["paid"] = true
print(extra)  // {"ticket":{"name":"Opera","price":1.10,"seats":[12,13]},"paid":true}

// Numbers keep their digits and compare by value.
print(RawJSON.number(3) == 3.0)
print(try RawJSON(parsing: "9007199254740993").intValue ?? 0)
