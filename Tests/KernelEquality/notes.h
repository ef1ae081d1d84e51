// What a run of a kernel on an input found: a digest of all results, and on demand each of them.
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  uint64_t digest;
  FILE *dump;              // where each note is printed, or null
  const char *input;       // the name of the input
  const char *kernel;      // the kernel that is running
  const char *function;    // what is being tested
} run_notes;

extern run_notes notes;

/// Notes a result: what it is, the place in the text that it belongs to, and its value.
static inline void note(const char *what, size_t at, uint64_t value) {
  uint64_t mixed = (notes.digest ^ value) * 0x9e3779b97f4a7c15 + at;
  notes.digest = mixed << 29 | mixed >> 35;
  if (__builtin_expect(notes.dump != NULL, 0)) {
    fprintf(notes.dump, "%s at %zu: %s %" PRIu64 "\n", notes.function, at, what, value);
  }
}
