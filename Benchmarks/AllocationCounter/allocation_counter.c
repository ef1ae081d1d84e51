// Counts the allocations of each thread by standing in front of glibc's allocator.
//
// The dynamic linker looks for `malloc` in the executable first, so these definitions serve every
// shared library in the process as well: the Swift runtime, Foundation, and the C library itself.
// Each counts and calls the allocator under the name that glibc keeps for this purpose.
//
// A call of realloc counts as one allocation, whether or not the block moves: it is a request.
// The counter is thread-local and not atomic, so counting costs one increment (below 1 ns), the
// same for every contender in the process.
//
// A thread can also be watched: its live bytes are summed up, and one of its requests fails. Until a
// thread is watched, that costs one test for each call, `free` included.

#define _GNU_SOURCE 1
#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>
#include <signal.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static _Thread_local uint64_t allocations;
/// Whether the thread is watched.
static _Thread_local bool is_watched;
/// The bytes of the blocks that the watched thread has allocated, less those that it has freed.
static _Thread_local int64_t live;
static _Thread_local int64_t peak;
/// The number of requests until one fails, and whether all later ones fail too. Negative: none fails.
static _Thread_local int64_t requests_left = -1;
static _Thread_local bool fails_forever;

static bool is_refused(void) {
  if (requests_left < 0) return false;
  if (requests_left > 0) {
    requests_left -= 1;
    return false;
  }
  if (!fails_forever) requests_left = -1;
  errno = ENOMEM;
  return true;
}

/// Notes a block that was allocated, or `NULL`.
static void *watched(void *block) {
  live += (int64_t)malloc_usable_size(block);
  if (live > peak) peak = live;
  return block;
}

void *malloc(size_t size) {
  allocations += 1;
  if (__builtin_expect(is_watched, 0)) return is_refused() ? NULL : watched(__libc_malloc(size));
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  if (__builtin_expect(is_watched, 0)) {
    return is_refused() ? NULL : watched(__libc_calloc(count, size));
  }
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocations += 1;
  if (__builtin_expect(is_watched, 0)) {
    if (is_refused()) return NULL;
    // While a block moves, there are two of it; glibc mostly extends or remaps large ones.
    int64_t old = (int64_t)malloc_usable_size(block);
    void *fresh = __libc_realloc(block, size);
    if (fresh == NULL && size != 0) return NULL;
    live -= old;
    return watched(fresh);
  }
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations += 1;
  if (__builtin_expect(is_watched, 0)) {
    return is_refused() ? NULL : watched(__libc_memalign(alignment, size));
  }
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  // POSIX: a power of two, and a multiple of the size of a pointer.
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *fresh = aligned_alloc(alignment, size);
  if (fresh == NULL) return ENOMEM;
  *block = fresh;
  return 0;
}

void free(void *block) {
  if (__builtin_expect(is_watched, 0)) live -= (int64_t)malloc_usable_size(block);
  __libc_free(block);
}

bool allocation_counter_is_available(void) { return true; }

uint64_t allocation_counter_value(void) { return allocations; }

void allocation_watch_begin(int64_t requests, bool forever) {
  live = 0;
  peak = 0;
  requests_left = requests;
  fails_forever = forever;
  is_watched = true;
}

struct allocation_watch allocation_watch_end(void) {
  is_watched = false;
  requests_left = -1;
  return (struct allocation_watch){.peak = peak, .live = live};
}

static void end_after_null(int signal, siginfo_t *info, void *context) {
  static const char message[] = "the address 0 was used\n";
  if ((uintptr_t)info->si_addr < 4096) {
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(EXIT_FAILURE);
    abort();
  }
  // Any other address is a fault like all others.
  sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

void allocation_watch_mark_null(void) {
  sigaction(SIGSEGV, &(struct sigaction){.sa_sigaction = end_after_null, .sa_flags = SA_SIGINFO}, NULL);
}

#else

void allocation_watch_mark_null(void) {}

bool allocation_counter_is_available(void) { return false; }

uint64_t allocation_counter_value(void) { return 0; }

void allocation_watch_begin(int64_t requests, bool forever) {}

struct allocation_watch allocation_watch_end(void) { return (struct allocation_watch){0}; }

#endif
