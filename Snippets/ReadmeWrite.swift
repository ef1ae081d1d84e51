// The README's section on writing.
import RushJSON

let order: RawJSON = ["id": 9_007_199_254_740_993, "price": 1.1, "tags": ["a/b", "é"]]
print(try order.jsonString())  // {"id":9007199254740993,"price":1.1,"tags":["a/b","é"]}
print(try order.jsonString(.pretty))  // the same, indented

var writer = JSONWriter()
try writer.beginObject()
try writer.name("total")
try writer.double(0.1 + 0.2)
try writer.endObject()
print(try writer.finishString())  // {"total":0.30000000000000004}
