import RushJSONCore
import RushJSONEditing

/// Differences lead from one tree to the other, patches apply in full or not at all, and pointers say
/// what they are made of. The lines of the input are two trees, a patch, and pointers.
enum PatchProperties {
  static func run(_ input: inout FuzzInput) throws {
    let lines = input.lines(.trees)
    let trees = lines.prefix(3).map { try? RawJSON(parsing: $0) }
    for line in input.sampled(Array(lines.dropFirst(3).prefix(8))) {
      try checkPointer(line, trees[0], lines[0])
    }
    guard let first = trees[0] else { return }
    if trees.count > 1, let second = trees[1], input.takes(oneIn: 2) {
      try checkDifference(first, second)
    }
    if trees.count > 2, let json = trees[2], let patch = try? JSONPatch(json) {
      try checkEqual("a patch survives its JSON", try JSONPatch(patch.rawJSON), patch)
      var changed = first
      // A few copies of copies make the largest tree that is worth a run.
      do {
        try changed.apply(patch, maximumCopiedValues: 1000)
        let other = try first.applying(patch)
        try checkEqual("apply ≡ applying", changed, other)
      } catch is JSONPatch.Failure {
        try checkEqual("a patch that fails changes nothing", changed, first)
      }
    }
  }

  private static func checkDifference(_ first: RawJSON, _ second: RawJSON) throws {
    let patch = second.difference(from: first)
    try checkEqual("patch(a, diff(a, b)) = b", try first.applying(patch), second)
    try checkEqual("no difference from itself", second.difference(from: second), JSONPatch())
    if let merge = second.mergePatch(from: first) {
      try checkEqual("merge(a, mergeDiff(a, b)) = b", first.applyingMergePatch(merge), second)
    }
    let merged = first.applyingMergePatch(second)
    try checkEqual("merging twice changes nothing more", merged.applyingMergePatch(second), merged)
  }

  private static func checkPointer(_ line: [UInt8], _ tree: RawJSON?, _ text: [UInt8]) throws {
    let string = String(decoding: line, as: UTF8.self)
    _ = try? JSONPointer(fragment: string)
    guard let pointer = try? JSONPointer(string) else { return }
    try checkEqual("a pointer's text", Array(pointer.description.utf8), Array(string.utf8))
    try checkEqual("a pointer's tokens", JSONPointer(tokens: pointer.tokens), pointer)
    try checkEqual("a pointer's fragment", try JSONPointer(fragment: pointer.fragment), pointer)
    guard var tree, let document = try? JSONDocument(parsing: text) else { return }
    let found = try? tree.value(at: pointer)
    let inDocument = try? document.root.value(at: pointer)
    try checkEqual("pointer: document ≡ tree", inDocument?.kind, found?.kind)
    guard let found else { return }
    let before = tree
    try tree.set(found, at: pointer)
    try checkEqual("setting what is there changes nothing", tree, before)
    let mark = RawJSON.string("mark")
    try tree.set(mark, at: pointer)
    try checkEqual("what is set is found", try tree.value(at: pointer), mark)
    try checkEqual("a copy does not change", try before.value(at: pointer), found)
  }
}
