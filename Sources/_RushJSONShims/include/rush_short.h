// Memory for reading a short text, on the stack. Swift cannot have as much there without initialising it.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { rush_short_capacity = 2048 };

/// A copy of a short text, the offsets of its tokens, and what a reader makes of it. Spaces surround the copy.
typedef struct {
  uint8_t before[64];
  uint8_t text[rush_short_capacity + 128];
  uint32_t offsets[rush_short_capacity + 128];
  uint64_t results[2 * (rush_short_capacity + 16)];
} rush_short_memory;

/// The size of the memory without room for results, and of that room.
enum {
  rush_short_size_of_text = offsetof(rush_short_memory, results),
  rush_short_size_of_results = sizeof(rush_short_memory) - rush_short_size_of_text,
};

static inline void *rush_short_text(rush_short_memory *memory) { return memory->text; }
static inline uint32_t *rush_short_offsets(rush_short_memory *memory) { return memory->offsets; }
static inline void *rush_short_results(rush_short_memory *memory) { return memory->results; }

/// Calls `body` with memory that is valid, and not initialised, during the call.
void rush_with_short_memory(void (*body)(rush_short_memory *memory, void *context), void *context);
