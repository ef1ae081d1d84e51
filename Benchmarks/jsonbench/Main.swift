import BenchmarkHarness
import Foundation
import _AllocationCounter

/// The executable: everything but its way with the allocator is in `BenchmarkHarness`, where
/// tests can reach it.
@main
struct Main {
  static func main() {
    keep_freed_memory()
    let watch = AllocationCounter.Watch(
      begin: { requests, forever in
        if requests >= 0 { allocation_watch_mark_null() }
        allocation_watch_begin(Int64(requests), forever)
      },
      end: { Int(allocation_watch_end().peak) })
    let counter =
      allocation_counter_is_available()
      ? AllocationCounter(watch: watch) { allocation_counter_value() }
      : AllocationCounter.unavailable
    exit(JSONBench.run(arguments: Array(CommandLine.arguments.dropFirst()), counter: counter))
  }
}
