/// The words that the shapes are made of. Every name and sentence is invented.
enum Vocabulary {
  static let words = split(
    """
    the a of and to in that it was for on with as be at by this from or one had not but what all \
    when we there can an your which their said if do will each about how up out them then she \
    many some so these would other into has more her two like him see time could no make than \
    first been its who now people my made over did down only way find use may water long little \
    very after words called just where most know river harbour lantern winter copper garden \
    station letter morning bridge mountain window orchard journey kettle signal thunder island \
    compass market village feather machine
    """)

  static let accented = split(
    """
    café naïve Zürich façade jalapeño Ærøskøbing São Łódź über crème brûlée señor Kraków \
    Þingvellir mañana Straße élan déjà Москва Αθήνα привет καλημέρα
    """)

  static let cjk = split(
    """
    今日はとても良い天気です 新しい本を買いました 駅前の喫茶店で 明日の会議は十時から 美味しいラーメン \
    写真を撮りに行こう 週末の予定は未定 雨が降りそうだ 猫が窓辺で眠っている 電車が遅れています 山の上から海が見える \
    おはようございます 我们明天去公园 图书馆已经关门了 这条河很长 오늘은날씨가좋다 서울에서만나요
    """)

  static let emoji = split("😀 🎉 🚀 🌸 🍜 🐈 ☕ 🌧 👍🏽 👩‍🚀 🇯🇵 ❤️")

  static let firstNames = split(
    "Ada Bruno Chiara Dmitri Elif Farid Greta Hana Ivo Jana Kenji Lena Mateo Noor Olga Pavel")

  static let lastNames = split(
    "Abe Berg Costa Duval Endo Fischer Gallo Haas Ito Jensen Kovač Lind Moreau Novák Ortiz Peña")

  static let cjkNames = split("佐藤はるか 鈴木健 高橋みなみ 田中太郎 王小明 李静 김민준 이서연")

  static let cities = split(
    "Lisbon Osaka Kraków Nairobi Québec Santiago Tromsø Valparaíso Wellington 京都 札幌 台北")

  static let languages = split("en ja zh ko de fr es pt pl tr")

  private static func split(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}

extension SeededGenerator {
  /// A sentence of `count` words, the first capital, ended by a full stop.
  mutating func sentence(words count: Int) -> String {
    var text = ""
    for index in 0..<count {
      var word = chance(1, in: 40) ? element(of: Vocabulary.accented) : nextWord()
      if index == 0, let first = word.first {
        word = first.uppercased() + word.dropFirst()
      }
      text += index == 0 ? word : " " + word
      if index + 1 < count, chance(1, in: 12) { text += "," }
    }
    return text + "."
  }

  /// A plain lower-case ASCII word.
  mutating func nextWord() -> String {
    element(of: Vocabulary.words)
  }

  /// A name of the kind that people choose for an account: a word, a bar, some digits.
  mutating func accountName() -> String {
    "\(nextWord())_\(nextWord())\(integer(in: 1...9_999))"
  }

  /// A person's name, one in three in an East Asian script.
  mutating func personName() -> String {
    if chance(1, in: 3) { return element(of: Vocabulary.cjkNames) }
    return "\(element(of: Vocabulary.firstNames)) \(element(of: Vocabulary.lastNames))"
  }
}
