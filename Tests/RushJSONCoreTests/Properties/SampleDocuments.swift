import CorpusGenerator

/// Thirty documents to cut and change, with every kind of token in places that each pass reads.
enum SampleDocuments {
  static let written: [String] = [
    "null", "-12.50e+03", "\"\\u00e9\u{e9}\\n\"", "[]", "{}", "[1,2,3]", "{\"a\":1}",
    "[true,false,null]", "[\"\",\"a\",\"\\\\\"]", "{\"\":{\"\":{}}}", "[[[[[]]]]]",
    " [ 1 , -0.5 , 1e5 ]\n", "{\"a\":[{\"b\":[{}]}],\"c\":\"d\"}", "[\"\\ud83d\\ude00\"]",
    "[\"\u{20ac}\u{1f600}\",123456789012345678901234567890]",
    "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]",
    "{\"id\":1,\"name\":\"x\",\"tags\":[\"p\",\"q\"],\"on\":true,\"n\":null,\"v\":-1.5}",
    "[{\"a\":1},{\"a\":2},{\"a\":3},{\"a\":4},{\"a\":5},{\"a\":6},{\"a\":7},{\"a\":8}]",
    "[1.5,2.25,-3.125,4.0625,0.03125,123.456,7e-3,8E+2,12345678.875,0,-0]",
    "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\n\\u0041bbbb\"]",
    "[\"\\t\\r\\n\\b\\f\\/\\\"\\\\\\u0041\\u00e9\\u20ac\\ud83d\\ude00\",\"\\n\",\"\\n\",\"x\",1,2,3,4]",
    "{\"a\\u0062c\":1,\"d\\\"e\":2,\"f\":{\"\\n\":[3]},\"g\":4,\"h\":5,\"i\":6,\"j\":7,\"k\":8}",
  ]

  static let all: [[UInt8]] = written.map { Array($0.utf8) } + generated

  private static let generated: [[UInt8]] = (0..<8 as Range<UInt64>).map { seed in
    var generator = DocumentGenerator(seed: 8259 + seed, finiteNumbers: false)
    var bytes: [UInt8] = []
    while bytes.count < 60 { bytes = generator.document(maximumDepth: 4, maximumBytes: 180) }
    return bytes
  }
}
