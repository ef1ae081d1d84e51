// Checks that a model states, and all faults of a form.
import RushJSON
import RushJSONMacros

@JSONModel
struct SignUp {
  var plan: Plan
  var age: Int
  var mails: [String]
  @Name(at: "/period/from") var start: Int
  @Name(at: "/period/to") var end: Int

  static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must be 18 or older", \.age) { $0 >= 18 }
    checks.require("must not be before the start", \.end, \.start) { $0 >= $1 }
    checks.requireEach("must have an @", \.mails) { $0.contains("@") }
  }
}

enum Plan: String, CaseIterable, Codable { case free, team }

let form = """
  {"plan": "gold", "age": 17, "mails": ["a@b", "c"],
   "period": {"from": "x", "to": 3}}
  """
for fault in try RushJSONDecoder().faults(of: SignUp.self, in: form.utf8) {
  print(fault.pointer, fault.message)
  // /plan expected a valid Plan, found "gold"; the cases are "free" and "team"
  // /age must be 18 or older
  // /mails/1 must have an @
  // /period/from expected a number, found a string
}
