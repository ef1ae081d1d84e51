// The ends of strings, numbers and literals in compact text that an encoder has written.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rush_vector.h"

/// The most bytes that a function of this file reads after the last one that counts.
#define RUSH_ENDS_SLACK 15

/// Whether a quotation mark ends a string: an even number of backslashes precedes it. Another byte is before these, at least
/// the opening quotation mark.
RUSH_INLINE bool rush_ends_string(const uint8_t *quote) {
  if (quote[-1] != '\\') return true;
  const uint8_t *before = quote - 2;
  while (*before == '\\') before--;
  return ((quote - before) & 1) != 0;
}

/// The length of a string, from the byte after its opening quotation mark on, or `count` if it does not end in the `count`
/// bytes. Sets `has_escapes` if the string has an escape, and never clears it.
RUSH_INLINE size_t rush_string_length(const uint8_t *string, size_t count, bool *has_escapes) {
#if defined(RUSH_VECTOR_BITS)
  for (size_t at = 0; at < count; at += 16) {
    rush_vector v = rush_vector_load(string + at);
    uint64_t quotes = rush_vector_bits(rush_vector_equal(v, '"'));
    uint64_t escapes = rush_vector_bits(rush_vector_equal(v, '\\'));
    while (quotes) {
      uint64_t lowest = quotes & (0 - quotes);
      size_t end = at + (size_t)__builtin_ctzll(quotes) / RUSH_VECTOR_BITS;
      if (rush_ends_string(string + end)) {
        if (escapes & (lowest - 1)) *has_escapes = true;
        return end < count ? end : count;
      }
      // All bits of this byte.
      quotes &= ~(lowest * ((UINT64_C(1) << RUSH_VECTOR_BITS) - 1));
    }
    if (escapes) *has_escapes = true;
  }
  return count;
#else
  size_t at = 0;
  for (; at < count && string[at] != '"'; at++) {
    if (string[at] == '\\') *has_escapes = true, at++;
  }
  return at < count ? at : count;
#endif
}

/// The length of a number or literal, which a comma or closing bracket follows, or `count` if none does.
RUSH_INLINE size_t rush_scalar_length(const uint8_t *scalar, size_t count) {
#if defined(RUSH_VECTOR_BITS)
  for (size_t at = 0; at < count; at += 16) {
    rush_vector v = rush_vector_load(scalar + at);
    rush_vector closings = rush_vector_equal(rush_vector_or(v, rush_vector_of(RUSH_CASE_BIT)), '}');
    uint64_t ends = rush_vector_bits(rush_vector_or(rush_vector_equal(v, ','), closings));
    if (ends) {
      size_t end = at + (size_t)__builtin_ctzll(ends) / RUSH_VECTOR_BITS;
      return end < count ? end : count;
    }
  }
  return count;
#else
  size_t at = 0;
  while (at < count && scalar[at] != ',' && (scalar[at] | RUSH_CASE_BIT) != '}') at++;
  return at;
#endif
}
