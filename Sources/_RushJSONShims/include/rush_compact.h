// Compaction kernels: copy JSON text without the whitespace between its tokens, 64 bytes at a time.
//
//   text     {"a b": [1, true]}
//   kept     ^^^^^^^_^^^_^^^^^^      whitespace in strings is kept
//   copy     {"a b":[1,true]}
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// The most bytes that a compaction writes after the last one that counts.
#define RUSH_COMPACT_SLACK 64

/// The state between two parts of a text. All zero between two tokens.
typedef struct {
  uint64_t escaped;    // 1 if the first byte of the next part is escaped
  uint64_t in_string;  // all ones if the next part begins inside a string
} rush_compact_state;

/// The most bytes a value or name, on average, at which the kernel compacts a text faster than its strings
/// and other tokens can be copied one by one (measured). 0 if it cannot move bytes together by a mask.
size_t rush_compact_limit(rush_kernel kernel);

/// Copies the `count` bytes at `bytes`, which are a part of a JSON text, without the whitespace between
/// tokens. Returns how many bytes it has copied, at most `count`.
///
/// Writes up to RUSH_COMPACT_SLACK bytes more, but reads none outside of the part.
size_t rush_compact(
    rush_kernel kernel, const void *bytes, size_t count, uint8_t *target,
    rush_compact_state *state);
