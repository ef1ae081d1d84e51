// The README's section on language models.
import RushJSONStreams

// The answer of a language model that is still writing, with prose around the JSON.
var partial = PartialJSON(.init(allowsProse: true))
try partial.feed(#"Sure! Here it is: {"title": "The Vo"#)
print(partial.snapshot() ?? nil)  // {"title":"The Vo"}
try partial.feed(#"yage", "chapters": ["Leaving"]} Anything else?"#)
try partial.finish()
print(partial.snapshot()?["chapters"]?.stringArrayValue ?? [])  // ["Leaving"]
