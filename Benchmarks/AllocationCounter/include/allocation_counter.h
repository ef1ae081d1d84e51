#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations: only where glibc lets an executable replace `malloc`.
bool allocation_counter_is_available(void);

/// How often the calling thread has asked for memory since it started.
uint64_t allocation_counter_value(void);

#endif
