// Small tables for the digits of integers, at constant addresses.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// 10^`n` for `n` in 0...19.
static inline __attribute__((always_inline, const)) uint64_t rush_integer_power_of_ten(
    ptrdiff_t n) {
  static const uint64_t powers[20] = {
      1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
      100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
      10000000000000000, 100000000000000000, 1000000000000000000, 10000000000000000000u,
  };
  return powers[n];
}

/// Which of 16 bytes in two little-endian words are among the last `n`; `n` in 0...16.
typedef struct {
  uint64_t first;
  uint64_t second;
} rush_last_bytes;

static inline __attribute__((always_inline, const)) rush_last_bytes rush_last_bytes_mask(
    ptrdiff_t n) {
  // The 16 bytes that begin at `n` end with `n` bytes of ones.
  static const uint8_t bytes[32] = {
      0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
  };
  rush_last_bytes mask;
  __builtin_memcpy(&mask.first, bytes + n, 8);
  __builtin_memcpy(&mask.second, bytes + n + 8, 8);
  return mask;
}
