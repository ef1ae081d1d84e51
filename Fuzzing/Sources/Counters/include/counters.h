#ifndef FUZZING_COUNTERS_H
#define FUZZING_COUNTERS_H

#include <stdbool.h>

/// Gives libFuzzer the coverage counters of the code that has run since the last call, and with `all`,
/// those of all code. It never sees a counter twice.
void fuzz_register_counters(bool all);

#endif
