import Foundation
import Testing

/// What each target may import.
@Suite struct ImportTests {
  /// The core is for programs that do without Foundation: servers, command line tools, WebAssembly.
  @Test func modulesWithoutFoundationImportTheCoreAlone() throws {
    try expectImports(in: "Sources/RushJSONCore", among: ["_RushJSONShims"])
    try expectImports(
      in: "Sources/RushJSONStreams", among: ["RushJSONCore", "_RushJSONShims"])
    try expectImports(in: "Sources/RushJSONEditing", among: ["RushJSONCore"])
    try expectImports(in: "Sources/RushJSONProperties", among: ["RushJSONCore"])
  }

  @Test func theLibraryImportsTheCoreAndFoundation() throws {
    // Files are read with the system's calls, and by threads that may wait. Coders conform to protocols
    // of Combine.
    let system: Set = [
      "Glibc", "Musl", "Android", "Darwin", "Dispatch", "Combine",
    ]
    try expectImports(
      in: "Sources/RushJSON", among: system.union(["RushJSONCore", "_RushJSONFoundation"]))
    try expectImports(
      in: "Sources/RushJSONFiles",
      among: system.union(["RushJSON", "RushJSONCore", "RushJSONStreams", "_RushJSONFoundation"]))
    try expectImports(
      in: "Sources/RushJSONPush", among: ["RushJSON", "RushJSONCore", "_RushJSONFoundation"])
    try expectImports(
      in: "Sources/_RushJSONFoundation",
      among: ["FoundationEssentials", "Foundation", "Glibc", "Musl", "Android"])
  }

  /// The only target that knows a network.
  @Test func thePocketImportsTheLibraryAndFoundation() throws {
    try expectImports(
      in: "Sources/RushJSONPocket",
      among: [
        "RushJSON", "Foundation", "FoundationNetworking", "Dispatch", "Glibc",
        "Musl", "Android", "Darwin",
      ])
  }

  /// The plugin is compiled for the machine of the compiler, by everyone who uses a macro: it has to be small.
  @Test func theMacrosImportTheCoreAlone() throws {
    try expectImports(in: "Sources/RushJSONMacros", among: ["RushJSONCore", "RushJSONProperties"])
    try expectImports(in: "Sources/RushJSONMacroExpansion", among: [])
    try expectImports(
      in: "Sources/RushJSONMacroPlugin",
      among: ["RushJSONMacroExpansion", "Glibc", "Musl", "Android", "Darwin"])
  }

  /// What tests are made of must not trust what they test.
  @Test func theGeneratorImportsNothing() throws {
    try expectImports(in: "Benchmarks/CorpusGenerator", among: [])
  }

  /// The shims are what Swift does not offer on all systems: instructions, memory that grows, atomic
  /// words, a lock, and calls for descriptors.
  @Test func theShimsIncludeHeadersOfTheCompilerOfMemoryAndOfLocksAlone() throws {
    let allowed: Set = [
      "stddef.h", "stdint.h", "stdlib.h", "string.h", "sys/mman.h", "cpuid.h", "emmintrin.h",
      "immintrin.h", "arm_neon.h", "stdbool.h", "pthread.h", "os/lock.h",
      // Descriptors of files.
      "errno.h", "poll.h", "unistd.h",
    ]
    for path in try PackageTree.files(in: "Sources/_RushJSONShims", endings: ["c", "h"]) {
      for include in try PackageTree.text(of: path).matches(of: /#include <([^>]+)>/) {
        #expect(allowed.contains(String(include.1)), "\(path) includes <\(include.1)>")
      }
    }
  }

  private func expectImports(in folder: String, among allowed: Set<String>) throws {
    let files = try PackageTree.files(in: folder)
    #expect(!files.isEmpty)
    for path in files {
      for line in try PackageTree.code(of: path).lines {
        guard let match = line.firstMatch(of: /^[@\w\s]*\bimport\s+(\w+)/) else { continue }
        #expect(allowed.contains(String(match.1)), "\(path) imports \(match.1)")
      }
    }
  }
}
