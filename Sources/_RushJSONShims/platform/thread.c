#include "rush_thread.h"

#if !(defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)))
_Thread_local char rush_thread_mark;
#endif

uint64_t rush_unique_number(void) {
  // A thread takes many numbers at once, so that threads do not wait for each other.
  enum { portion = 1 << 20 };
  static uint64_t taken;
  static _Thread_local uint64_t next, end;
  if (next == end) {
    next = __atomic_fetch_add(&taken, portion, __ATOMIC_RELAXED);
    end = next + portion;
  }
  return ++next;
}
