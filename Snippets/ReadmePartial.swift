// The README's section on language models.
import RushJSON

// What has arrived of an answer that is still coming, with other text around it.
var partial = PartialJSON(.init(allowsProse: true))
try partial.feed(#"Sure! Here it is: {"title": "The Vo"#)
print(partial.snapshot() ?? nil)  // {"title":"The Vo"}
try partial.feed(#"yage", "chapters": ["Leaving"]} Anything else?"#)
try partial.finish()
print(partial.snapshot()?["chapters"]?.stringArrayValue ?? [])  // ["Leaving"]
