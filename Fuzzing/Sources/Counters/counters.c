#include "counters.h"

#include <stddef.h>
#include <stdint.h>

// libFuzzer reads and clears all counters that it knows, for each input. The library has 200,000, of which
// a target reaches one in fifty, and to look at the others takes longer than most inputs. So this file
// keeps the counters from libFuzzer (the linker gives it the calls that make them known: `--wrap` in
// Package.swift), and hands them over in pieces, each as a module of its own, once code in it has run.
// A piece is handed over before libFuzzer looks at the input that first reached it, so nothing is missed.
// Once new pieces have become rare, to look for them takes longer than it is worth, so one input in eight
// does. What such an input finds may be from an earlier one, so the piece starts again from zero: the code
// counts as new when it runs the next time.

typedef struct {
  uintptr_t place, flags;
} entry;

void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __real___sanitizer_cov_pcs_init(const entry *start, const entry *stop);

#define UNCOUNTED __attribute__((no_sanitize("address", "coverage", "undefined")))

// libFuzzer has room for 4,096 modules.
enum { most_pieces = 4000, least_size = 64, eager_calls = 20000 };

static uint8_t *counters;
static const entry *entries;
static size_t counter_count, entry_count, piece_size;
/// The pieces that libFuzzer does not know, in order.
static uint16_t unknown[most_pieces];
static size_t unknown_count;
static size_t calls;

UNCOUNTED void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  // The program has one module; each object file says so.
  if (counters == start) return;
  if (counters) {
    __real___sanitizer_cov_8bit_counters_init(start, stop);
    return;
  }
  counters = start;
  counter_count = (size_t)(stop - start);
  piece_size = (counter_count / most_pieces + 64) / 64 * 64;
  if (piece_size < least_size) piece_size = least_size;
  unknown_count = (counter_count + piece_size - 1) / piece_size;
  for (size_t piece = 0; piece < unknown_count; piece++) unknown[piece] = (uint16_t)piece;
}

UNCOUNTED void __wrap___sanitizer_cov_pcs_init(const entry *start, const entry *stop) {
  if (entries == start) return;
  if (entries) {
    __real___sanitizer_cov_pcs_init(start, stop);
    return;
  }
  entries = start;
  entry_count = (size_t)(stop - start);
}

UNCOUNTED static bool has_run(const uint8_t *counter, size_t count) {
  uint8_t any = 0;
  for (size_t index = 0; index < count; index++) any |= counter[index];
  return any != 0;
}

UNCOUNTED void fuzz_register_counters(bool all) {
  if (entry_count != counter_count) __builtin_trap();
  bool is_eager = calls < eager_calls;
  calls++;
  if (!all && !is_eager && calls % 8 != 0) return;
  size_t kept = 0;
  for (size_t index = 0; index < unknown_count; index++) {
    size_t start = unknown[index] * piece_size;
    size_t count = counter_count - start < piece_size ? counter_count - start : piece_size;
    if (all || has_run(counters + start, count)) {
      __real___sanitizer_cov_8bit_counters_init(counters + start, counters + start + count);
      __real___sanitizer_cov_pcs_init(entries + start, entries + start + count);
      if (!is_eager) __builtin_memset(counters + start, 0, count);
    } else {
      unknown[kept++] = unknown[index];
    }
  }
  unknown_count = kept;
}
