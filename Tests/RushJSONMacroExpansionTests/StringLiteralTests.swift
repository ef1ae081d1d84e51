import Testing

@testable import RushJSONMacroExpansion

/// Values of string literals, and literals of values.
@Suite struct StringLiteralTests {
  @Test(arguments: [
    (#""a b""#, "a b"), (#""""#, ""), (#""\"\\\n\t\r\0\'""#, "\"\\\n\t\r\0'"),
    (#""\u{e9}\u{1F600}""#, "é\u{1F600}"), (##"#"a\n"b"#"##, "a\\n\"b"),
    (##"#"\#n\#u{41}"#"##, "\nA"),
    (#""é😀""#, "é😀"),
  ])
  func valuesAreRead(literal: String, value: String) {
    #expect(StringLiteral.value(of: literal) == value)
  }

  @Test(arguments: [
    #""\(a)""#, "\"\"\"\na\n\"\"\"", "a", #""a" + "b"#, #""\u{110000}""#, #""\q""#, #"""#, "",
    "\"a\nb\"",
    ##"#"\#(a)"#"##,
  ])
  func othersAreNotLiterals(literal: String) {
    #expect(StringLiteral.value(of: literal) == nil)
  }

  @Test(arguments: ["", "a", "\"\\\n", "é", "\u{1F600}\0"])
  func literalsGiveTheValueBack(value: String) {
    let literal = StringLiteral.literal(of: value)
    #expect(literal.unicodeScalars.allSatisfy { (" "..."~").contains($0) })
    #expect(StringLiteral.value(of: literal) == value)
  }

  @Test(arguments: [
    ("id", "RushJSONCore.JSONName(prepared: #\",\"id\":\"#)"),
    ("a-b c", "RushJSONCore.JSONName(prepared: #\",\"a-b c\":\"#)"),
    ("a/b", "RushJSONCore.JSONName(\"a/b\")"), ("a'b", "RushJSONCore.JSONName(\"a'b\")"),
    ("é", "RushJSONCore.JSONName(\"\\u{e9}\")"), ("\"", "RushJSONCore.JSONName(\"\\\"\")"),
    ("", "RushJSONCore.JSONName(prepared: #\",\"\":\"#)"),
  ])
  func namesArePreparedIfNothingEscapesThem(name: String, code: String) {
    #expect(MemberName(name: name).code == code)
  }

  @Test(arguments: [
    ("myURLValue", "my_url_value", "my-url-value", "MY_URL_VALUE", "MyURLValue"),
    ("id", "id", "id", "ID", "Id"), ("URL", "u_rl", "u-rl", "U_RL", "URL"),
    ("aBC", "a_bc", "a-bc", "A_BC", "ABC"),
    ("value2Go", "value2_go", "value2-go", "VALUE2_GO", "Value2Go"),
    ("snake_case", "snake_case", "snake_case", "SNAKE_CASE", "Snake_case"),
    ("größeÄndern", "größe_ändern", "größe-ändern", "GRÖSSE_ÄNDERN", "GrößeÄndern"),
    ("a", "a", "a", "A", "A"), ("", "", "", "", ""),
  ])
  func styles(name: String, snake: String, kebab: String, upper: String, pascal: String) {
    #expect(NameStyle.snakeCase.name(of: name) == snake)
    #expect(NameStyle.kebabCase.name(of: name) == kebab)
    #expect(NameStyle.upperSnakeCase.name(of: name) == upper)
    #expect(NameStyle.pascalCase.name(of: name) == pascal)
    #expect(NameStyle.asDeclared.name(of: name) == name)
  }
}
