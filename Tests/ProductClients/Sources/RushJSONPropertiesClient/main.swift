// Linked with property wrappers and the core alone.

import RushJSONCore
import RushJSONProperties

struct Page: Codable {
  @DefaultValue<JSONDefaults.Zero<Int>> var number: Int
}
let page = try RushJSONCoreDecoder().decode(Page.self, from: "{}")
precondition(page.number == 0)
