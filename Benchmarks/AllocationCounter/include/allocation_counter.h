#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations: only where glibc lets an executable replace `malloc`.
bool allocation_counter_is_available(void);

/// How often the calling thread has asked for memory since it started.
uint64_t allocation_counter_value(void);

/// The bytes that a thread took while it was watched.
struct allocation_watch {
  /// The most bytes at a time, as the allocator rounds them.
  int64_t peak;
  /// The bytes at the end.
  int64_t live;
};

/// Begins to watch the calling thread. After `requests` more requests for memory, one fails, and all
/// later ones too if `forever`. A negative number lets none fail.
void allocation_watch_begin(int64_t requests, bool forever);

/// Lets a use of the address 0, as after an allocation that nobody checked, end the process by an abort and
/// a message. Any other address that must not be used is a segmentation fault, as always.
void allocation_watch_mark_null(void);

/// Ends it. All of the thread's requests succeed again.
struct allocation_watch allocation_watch_end(void);

#endif
