// The schema of a type in a request, and the answer.
#if canImport(RushJSONMacros)
  // snippet.program
  import RushJSON
  import RushJSONMacros
  import RushJSONStreams

  /// The weather that a person asks for.
  @JSONModel(unknown: .refuse, schema: true)
  struct Forecast {
    /// The name of a city, without its country.
    var city: String
    /// From 1 to 7.
    var days: Int?
  }

  // The request has the schema where the service wants it.
  let request: RawJSON = [
    "prompt": "Will it rain in Graz tomorrow?",
    "schema": Forecast.jsonSchema,
  ]
  print(try request.jsonString())
  // {"prompt":"Will it rain in Graz tomorrow?","schema":{"$schema":…}}

  // The answer arrives in pieces, and is a value of the type at the end.
  var answer = PartialJSON()
  for piece in [#"{"city": "Gr"#, #"az", "da"#, #"ys": 1}"#] {
    try answer.feed(piece)
    print(answer.snapshot() ?? nil)  // {"city":"Gr"}, {"city":"Graz"}, …
  }
  try answer.finish()
  if let snapshot = answer.snapshot() {
    let forecast = try snapshot.decode(Forecast.self)
    print(forecast.city, forecast.days ?? 7)  // Graz 1
  }
// snippet.end
#endif
