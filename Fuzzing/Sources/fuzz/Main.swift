import Counters
import Foundation

// libFuzzer runs in this program. The environment says which target to fuzz, because libFuzzer reads all
// arguments and gives them to the processes that it starts.

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    fatalError("FUZZ_TARGET is '\(name)', not one of: \(names)")
  }
  return target
}()

/// `FUZZ_ALL` makes each input take all checks, as `swift test` does.
private let isGuided = ProcessInfo.processInfo.environment["FUZZ_ALL"] == nil

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The start of the program; SwiftPM gives `main` of an executable this name. Writes the targets' names or
/// the seeds of a target if the environment asks for it, and fuzzes otherwise.
@_cdecl("fuzz_main")
public func start(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  if environment["FUZZ_LIST"] != nil {
    for target in FuzzTarget.guided { print(target.rawValue) }
    return 0
  }
  if let folder = environment["FUZZ_SEEDS"], let corpus = environment["FUZZ_CORPUS"] {
    do {
      try Seeds(corpus: URL(fileURLWithPath: corpus)).write(
        target, to: URL(fileURLWithPath: folder))
    } catch { fatalError("cannot write seeds: \(error)") }
    return 0
  }
  // Processes that compare the code that they reach must number it alike.
  if environment["FUZZ_COUNTERS"] == "all" { fuzz_register_counters(true) }
  var count = count
  var arguments = unsafe arguments
  // Invariant: both are what the system gave to the program, and live as long as it does.
  return unsafe runDriver(&count, &arguments, testOneInput)
}

/// Runs the target on one input. Ends the process if a property does not hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Invariant: libFuzzer gives `count` bytes, which live until this function returns.
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    try target.run(input, isGuided: isGuided)
  } catch { fatalError("\(target.rawValue): \(error)") }
  fuzz_register_counters(false)
  return 0
}
