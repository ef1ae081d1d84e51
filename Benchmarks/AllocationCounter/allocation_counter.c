// Counts the allocations of each thread by standing in front of glibc's allocator.
//
// The dynamic linker looks for `malloc` in the executable first, so these definitions serve every
// shared library in the process as well: the Swift runtime, Foundation, and the C library itself.
// Each counts and calls the allocator under the name that glibc keeps for this purpose. `free` is
// left alone, because the memory still comes from glibc.
//
// A call of realloc counts as one allocation, whether or not the block moves: it is a request.
// The counter is thread-local and not atomic, so counting costs one increment (below 1 ns), the
// same for every contender in the process.

#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t allocations;

void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocations += 1;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  // POSIX: a power of two, and a multiple of the size of a pointer.
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  allocations += 1;
  void *fresh = __libc_memalign(alignment, size);
  if (fresh == NULL) return ENOMEM;
  *block = fresh;
  return 0;
}

bool allocation_counter_is_available(void) { return true; }

uint64_t allocation_counter_value(void) { return allocations; }

#else

bool allocation_counter_is_available(void) { return false; }

uint64_t allocation_counter_value(void) { return 0; }

#endif
