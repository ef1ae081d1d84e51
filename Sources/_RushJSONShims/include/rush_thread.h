// The identity of the running thread.
#pragma once

#include <stdint.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
/// A number that identifies the running thread among those that exist. Never 0.
///
/// It is the address of the thread's own memory, which a register holds: one instruction, not a call of
/// the thread library. Volatile, because a task may resume on another thread.
static inline __attribute__((always_inline)) uintptr_t rush_current_thread(void) {
  uintptr_t thread;
#if defined(__x86_64__)
  __asm__ volatile("movq %%fs:0, %0" : "=r"(thread));
#else
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(thread));
#endif
  return thread;
}
#else
extern _Thread_local char rush_thread_mark;

/// A number that identifies the running thread among those that exist. Never 0.
static inline uintptr_t rush_current_thread(void) { return (uintptr_t)&rush_thread_mark; }
#endif

/// Returns a number that no other call returns, in any thread. Never 0.
uint64_t rush_unique_number(void);
