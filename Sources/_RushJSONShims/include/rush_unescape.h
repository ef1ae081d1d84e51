// Unescaping: copies the bytes between the quotes of a string, with what its escapes mean.
//
//   source   He said \"no\"\u2026
//   target   He said "no"…
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"
#include "rush_escape.h"

/// Copies up to `count` bytes with the meanings of their escapes (RFC 8259 §7), and stops before the first
/// escape that is not one of eight letters or the UTF-16 of a scalar other than U+0000.
///
/// No escape is shorter than its meaning, so the target needs room for `count` bytes. Writes no others,
/// and reads none outside of the source. All kernels copy the same.
rush_progress rush_unescape(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target);
