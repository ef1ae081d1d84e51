import CorpusGenerator
import RushJSONCore

/// Random trees, and trees with a few random changes.
struct TreeGenerator {
  private var documents: DocumentGenerator
  private var random: SeededGenerator

  init(seed: UInt64) {
    documents = DocumentGenerator(seed: seed, finiteNumbers: false)
    random = SeededGenerator(seed: seed &+ 1)
  }

  /// A tree of a few hundred bytes of text.
  mutating func tree(depth: Int = 5, bytes: Int = 600) -> RawJSON {
    let text = documents.document(maximumDepth: depth, maximumBytes: bytes)
    do throws(JSONSyntaxError) {
      return try RawJSON(parsing: text)
    } catch {
      // The generator makes JSON, as its own tests show.
      return .string("\(error)")
    }
  }

  /// The paths of all values in a tree.
  static func pointers(of tree: RawJSON) -> [JSONPointer] {
    var pointers: [JSONPointer] = []
    tree.walk { pointer, _ in
      pointers.append(pointer)
      return .descend
    }
    return pointers
  }

  mutating func pointer(in tree: RawJSON) -> JSONPointer {
    random.element(of: TreeGenerator.pointers(of: tree))
  }

  /// The tree after up to eight changes: values set, inserted, removed or moved.
  mutating func changed(_ tree: RawJSON) -> RawJSON {
    var result = tree
    for _ in 0..<random.integer(in: 0...8) {
      let pointer = pointer(in: result)
      let new = self.tree(depth: 2, bytes: 40)
      let parent = result[pointer] ?? .null
      switch (random.integer(in: 0...5), parent) {
      case (0, _): result[pointer] = new
      case (1, .array(let array)):
        let index = random.integer(in: 0...array.count)
        result[pointer]?.insert(new, index)
      case (2, .dictionary): result[pointer]?["new \(random.integer(in: 0...9))"] = new
      case (3, .array(let array)): result[pointer] = .array(RawJSON.Array(array.reversed()))
      case (4, .array(let array)):
        result[pointer] = .array(RawJSON.Array(array.dropFirst(random.integer(in: 0...2))))
      default:
        guard let last = pointer.tokens.last, let around = pointer.parent else { continue }
        if case .dictionary = result[around] {
          result[around]?[last] = nil
        } else if let index = JSONPointer.index(of: last) {
          result[around]?.removeElement(index)
        }
      }
    }
    return result
  }
}

extension RawJSON {
  // Uses public types only, so that nothing under test takes part.
  fileprivate mutating func insert(_ value: RawJSON, _ index: Int) {
    guard case .array(var array) = self else { return }
    array.insert(value, at: index)
    self = .array(array)
  }

  fileprivate mutating func removeElement(_ index: Int) {
    guard case .array(var array) = self else { return }
    array.remove(at: index)
    self = .array(array)
  }
}
