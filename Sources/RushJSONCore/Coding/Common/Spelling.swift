/// The word that was probably meant, for messages about names that do not exist.
package enum Spelling {
  /// No word is nearer to a longer text, which may be of any length.
  private static let maximumLength = 100

  /// The word that differs least from `text`: by at most a letter in three, or by two neighbours that
  /// changed places. `nil` if there is none.
  /// - Complexity: O(*n*) in the characters of `words` of at most 100 UTF-8 bytes.
  package static func nearest(to text: String, of words: [String]) -> String? {
    if text.utf8.count > maximumLength { return nil }
    let text = Array(text)
    let near = words.lazy.filter { $0.utf8.count <= maximumLength }.map {
      (word: $0, distance: distance(text, Array($0)))
    }
    .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, text.count / 3) else { return nil }
    return near.word
  }

  /// The least number of letters that are added, left out or replaced, and of neighbours that change places.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
