// Brackets and commas outside strings, which give the path of a place in a text.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// Masks of the brackets and commas outside strings in a block.
typedef struct {
  uint64_t openings, closings, commas;
} rush_structure;

/// The state between two blocks. All zero at the start of a text, and between two tokens.
typedef struct {
  uint64_t escaped;    // 1 if the first byte of the next block is escaped
  uint64_t in_string;  // all ones if the next block begins inside a string
} rush_structure_carry;

/// Writes the masks of up to `blocks` blocks of 64 bytes. Returns how many bytes have been read.
///
/// Stops before the first apostrophe, slash or backslash outside strings, which RFC 8259 does not allow. The
/// mask of its block then ends before it, and the carry is zero.
size_t rush_find_structure(
    rush_kernel kernel, const void *bytes, size_t blocks, rush_structure *masks,
    rush_structure_carry *carry);
