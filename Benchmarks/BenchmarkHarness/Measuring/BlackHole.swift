/// Consumes a result opaquely: the optimiser cannot see that nothing reads it, and must produce it
/// in full.
///
/// Without `@_optimize(none)`, the optimiser finds that an empty function has no effect and removes
/// its calls, even with `@inline(never)`.
@inline(never)
@_optimize(none)
func blackHole<Result>(_ result: Result) {}
