// The parts of the article "Hostile input and limits".
// snippet.options
import RushJSON
import RushJSONStreams

var options = JSONReadingOptions.strict
options.maximumLength = 1 << 20  // bytes of a document
options.maximumDepth = 64
options.maximumStringLength = 64 << 10  // bytes of one string
options.maximumNumberLength = 100  // bytes of one number
options.duplicateNames = .refuse

do throws(JSONSyntaxError) {
  _ = try JSONDocument(
    parsing: String(repeating: "[", count: 65), options: options)
} catch {
  print(error.kind == .tooDeep)  // true
}
// snippet.end

// snippet.coders
let decoder = RushJSONDecoder()
decoder.readingOptions.maximumLength = 1 << 20
decoder.readingOptions.maximumDepth = 64
let encoder = RushJSONEncoder()
encoder.maximumLength = 1 << 20  // bytes that it writes
encoder.maximumDepth = 64
// snippet.end

// snippet.stream
var lines = JSONLines(["{\"id\": 1}\n"], maximumLength: 16 << 10)
// bytes of one line
lines.maximumTotal = 1 << 30  // bytes of the whole stream
for line in lines.trees() { print(try line.get()) }
// snippet.end
_ = (decoder, encoder)
