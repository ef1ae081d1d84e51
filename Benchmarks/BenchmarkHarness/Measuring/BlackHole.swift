/// Takes a result and does nothing with it, opaquely: the optimiser must produce the result in
/// full, because it cannot see that nobody looks.
///
/// Without `@_optimize(none)` an empty function is found to have no effect and its calls vanish,
/// `@inline(never)` or not.
@inline(never)
@_optimize(none)
func blackHole<Result>(_ result: Result) {}
