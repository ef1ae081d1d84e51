// Memory that can grow in place, which the Swift standard library does not offer.
#pragma once

#include <stddef.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/// Grows or shrinks `block` (or allocates, if it is null) to `size` bytes. Null if there are none.
static inline void *rush_reallocate(void *block, size_t size) { return realloc(block, size); }

static inline void rush_free(void *block) { free(block); }
