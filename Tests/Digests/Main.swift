import CorpusGenerator
import Foundation
import RushJSONCore
import RushJSONEditing

/// Prints a digest of everything that the library makes of the same inputs, so that two builds, compilers or
/// processors can be compared line by line. `Scripts/other-compilers` starts it.
///
///     digests MUTATIONS NUMBERS FOLDER…
///     digests --documents FILE…
///
/// The second form prints what Embedded Swift has: documents, as `Scripts/embedded` compares them.
///
/// Lines that begin with "here" say what this process chose, and are not compared.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--documents" {
      for path in arguments.dropFirst() {
        guard let text = FileManager.default.contents(atPath: path) else { continue }
        print(path, Digest(ofDocument: [UInt8](text)))
      }
      return
    }
    guard arguments.count >= 3, let mutations = Int(arguments[1]), let numbers = Int(arguments[2])
    else {
      FileHandle.standardError.write(
        Data("usage: digests MUTATIONS NUMBERS FOLDER… | --documents FILE…\n".utf8))
      exit(2)
    }
    printChoices()
    for (name, digest) in try FileDigests(mutations: mutations).digests(of: arguments.dropFirst(2))
    {
      print(name, digest)
    }
    print("doubles", NumberDigests.doubles(numbers))
    print("decimals", NumberDigests.decimals(numbers))
    print("integers", NumberDigests.integers(numbers))
    print("dates", NumberDigests.dates(numbers / 10))
  }

  private static func printChoices() {
    let layouts =
      DecodingSession.knownLayouts
      + [("containers that encode", RushJSONCoreEncoder.knowsContainerLayout)]
    print("here kernel:", BlockKernel.fastest, "of", BlockKernel.available)
    for (name, isKnown) in layouts {
      print("here layout of \(name):", isKnown ? "known" : "unknown")
    }
  }
}

/// Files, and random changes of them.
struct FileDigests {
  let mutations: Int

  func digests(of folders: some Sequence<String>) throws -> [(String, Digest)] {
    var found: [(String, Digest)] = []
    for folder in folders {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      for name in names {
        let path = "\(folder)/\(name)"
        // Of a folder there are no contents.
        guard let text = FileManager.default.contents(atPath: path) else { continue }
        found.append((name, digest(of: [UInt8](text))))
      }
    }
    return found
  }

  private func digest(of text: [UInt8]) -> Digest {
    var digest = Digest()
    Reading.add(text, to: &digest)
    var random = SeededGenerator(seed: UInt64(text.count))
    // Of long texts, a part.
    let start = text.count > 4096 ? Int(random.next() % UInt64(text.count - 4096)) : 0
    let part = text[start...].prefix(4096)
    for _ in 0..<mutations where !part.isEmpty {
      var changed = Array(part)
      for _ in 0...random.next() % 3 {
        let index = Int(random.next() % UInt64(changed.count))
        let others = Array(#"{}[]:,"\-+.019eEtfnu /*'"#.utf8) + [0, 0x80, 0xc3, 0xff]
        changed[index] = others[Int(random.next() % UInt64(others.count))]
      }
      Reading.add(changed, to: &digest)
    }
    return digest
  }
}

/// One text through every reader, and what it gives through every writer.
enum Reading {
  static func add(_ text: [UInt8], to digest: inout Digest) {
    for options in [JSONReadingOptions.strict, .json5] {
      do throws(JSONSyntaxError) {
        digest.add(try JSONDocument(parsing: text, options: options))
        add(try RawJSON(parsing: text, options: options), to: &digest)
      } catch {
        digest.add(error, in: text)
      }
    }
    addEvents(text, to: &digest)
  }

  private static func add(_ tree: RawJSON, to digest: inout Digest) {
    digest.add((try? tree.jsonBytes()) ?? [])
    // The difference to an edited copy leads back.
    var edited = tree
    edited["a"] = .array([tree, 1.5, -1])
    let patch = edited.difference(from: tree)
    digest.add(patch.description)
    digest.add((try? tree.applying(patch)) == edited ? 1 : 0)
    guard let bytes = try? RushJSONCoreEncoder().encodeToBytes(["tree": tree]) else { return }
    digest.add(bytes)
    let decoded = try? RushJSONCoreDecoder().decode([String: RawJSON].self, from: bytes)
    digest.add(decoded?["tree"] == tree ? 1 : 0)
  }

  private static func addEvents(_ text: [UInt8], to digest: inout Digest) {
    var reader = JSONEventReader()
    var count = 0
    do {
      for start in stride(from: 0, to: text.count, by: 61) {
        try reader.push(Array(text[start...].prefix(61))) { _, _ in count += 1 }
      }
      try reader.finish { _, _ in count += 1 }
    } catch {
      digest.add("\(error)")
    }
    digest.add(count)
  }
}

/// Random numbers and times, to text and back.
enum NumberDigests {
  static func doubles(_ count: Int) -> Digest {
    make(count) { random, digest in
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { return }
      let text = JSONNumber(number).text
      digest.add(text)
      digest.add(JSONNumber(text)?.double?.bitPattern ?? 0)
    }
  }

  /// Up to 60 digits with a point and an exponent.
  static func decimals(_ count: Int) -> Digest {
    make(count) { random, digest in
      let digits = (0...random.next() % 30).map { _ in "\(random.next() % 10)" }.joined()
      let fraction = (0...random.next() % 30).map { _ in "\(random.next() % 10)" }.joined()
      let exponent = Int(random.next() % 700) - 350
      let text = "-1\(digits).\(fraction)e\(exponent)"
      digest.add(JSONNumber(text)?.double?.bitPattern ?? 0)
      var cursor = try? JSONDocument(parsing: "[\(text), \(text)]").cursor()
      while cursor?.advance() ?? false { digest.add((cursor?.double ?? .nan).bitPattern) }
    }
  }

  static func integers(_ count: Int) -> Digest {
    make(count) { random, digest in
      let number = Int64(bitPattern: random.next()) >> (random.next() % 64)
      var cursor = try? JSONDocument(parsing: "[\(number), \(number)]").cursor()
      while cursor?.advance() ?? false { digest.add(cursor?.int64 ?? 0) }
      digest.add(JSONNumber("\(number)")?.int64 == number ? 1 : 0)
    }
  }

  static func dates(_ count: Int) -> Digest {
    let formats: [JSONDateFormat] = [
      .rfc3339(.fraction(.shortestExact(max: 9))), .unix(.milliseconds),
    ]
    return make(count) { random, digest in
      let seconds = Int64(random.next() % 500_000_000_000) - 60_000_000_000
      let timestamp = JSONTimestamp(
        seconds: seconds, nanoseconds: Int32(random.next() % 1_000_000_000))
      for format in formats {
        guard let text = try? format.format(timestamp) else { continue }
        digest.add(text)
        digest.add((try? format.parse(text))?.description ?? "")
      }
    }
  }

  private static func make(
    _ count: Int, _ add: (inout SeededGenerator, inout Digest) -> Void
  ) -> Digest {
    var random = SeededGenerator(seed: 1)
    var digest = Digest()
    for _ in 0..<count { add(&random, &digest) }
    return digest
  }
}
