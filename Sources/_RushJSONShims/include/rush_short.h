// Memory for reading a short text, on the stack. Swift cannot have as much there without initialising it.
#pragma once

#include <stddef.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

static inline uint8_t *rush_short_text(rush_short_memory *memory) { return memory->text; }
static inline uint32_t *rush_short_offsets(rush_short_memory *memory) { return memory->offsets; }
static inline uint8_t *rush_short_results(rush_short_memory *memory) { return (uint8_t *)memory->results; }

/// How many of the ascending offsets are below `bound`, which not all are. May read seven offsets after the first that is not.
static inline size_t rush_count_below(const uint32_t *offsets, uint32_t bound) {
  size_t count = 0;
#if defined(__SSE2__)
  const __m128i limit = _mm_set1_epi32((int)bound);
  for (;; count += 8) {
    const __m128i *at = (const __m128i *)(offsets + count);
    __m128i low = _mm_cmplt_epi32(_mm_loadu_si128(at), limit);
    __m128i high = _mm_cmplt_epi32(_mm_loadu_si128(at + 1), limit);
    uint32_t below = (uint32_t)_mm_movemask_epi8(_mm_packs_epi32(low, high));
    if (below != 0xffff) return count + (size_t)__builtin_ctz(~below) / 2;
  }
#else
  while (offsets[count] < bound) count++;
  return count;
#endif
}

/// Calls `body` with memory that is valid, and not initialised, during the call.
void rush_with_short_memory(void (*body)(rush_short_memory *memory, void *context), void *context);
