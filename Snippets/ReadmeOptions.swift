// The README's section on options and limits.
import RushJSON

var options = JSONReadingOptions(leniencies: [.comments, .trailingCommas])
options.maximumDepth = 64
options.duplicateNames = .refused
let settings = try RawJSON(parsing: "{\"theme\": \"dark\",} // mine", options: options)
print(settings)  // {"theme":"dark"}
