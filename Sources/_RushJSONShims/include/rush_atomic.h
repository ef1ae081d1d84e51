// Words that several threads access.
//
// The standard library's `Atomic` needs macOS 15 and its siblings. These functions are inlined into
// Swift, so they become the same instructions.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// MARK: - A word

static inline uintptr_t rush_load_relaxed(const uintptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline uintptr_t rush_load_acquire(const uintptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline uintptr_t rush_load_sequential(const uintptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void rush_store_relaxed(uintptr_t *word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline void rush_store_release(uintptr_t *word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline void rush_store_sequential(uintptr_t *word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/// Stores `value` and returns what it replaces. Sequentially consistent.
static inline uintptr_t rush_exchange(uintptr_t *word, uintptr_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

/// Stores `value` if the word is `expected`. Returns what the word was. Sequentially consistent.
static inline uintptr_t rush_compare_exchange(
    uintptr_t *word, uintptr_t expected, uintptr_t value) {
  (void)__atomic_compare_exchange_n(
      word, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

/// Adds `value`, which wraps, and returns the sum. Sequentially consistent.
static inline uintptr_t rush_add_sequential(uintptr_t *word, uintptr_t value) {
  return __atomic_add_fetch(word, value, __ATOMIC_SEQ_CST);
}

// MARK: - 64 bits, whatever a word has

static inline uint64_t rush_load_relaxed_64(const uint64_t *integer) {
  return __atomic_load_n(integer, __ATOMIC_RELAXED);
}

static inline void rush_store_relaxed_64(uint64_t *integer, uint64_t value) {
  __atomic_store_n(integer, value, __ATOMIC_RELAXED);
}

