import BenchmarkHarness
import Foundation
import _AllocationCounter

/// The executable: everything but its way with the allocator is in `BenchmarkHarness`, where
/// tests can reach it.
@main
struct Main {
  static func main() {
    keep_freed_memory()
    let counter =
      allocation_counter_is_available()
      ? AllocationCounter { allocation_counter_value() } : AllocationCounter.unavailable
    exit(JSONBench.run(arguments: Array(CommandLine.arguments.dropFirst()), counter: counter))
  }
}
