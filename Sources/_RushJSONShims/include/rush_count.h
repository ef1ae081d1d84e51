// Counts what a place in a text is told by: ends of lines, and characters.
#pragma once

#include <stddef.h>

#include "rush_blocks.h"

/// How many bytes of each of two kinds there are.
typedef struct {
  size_t first, second;
} rush_byte_counts;

/// Counts line feeds and carriage returns in `count` bytes.
rush_byte_counts rush_count_line_ends(rush_kernel kernel, const void *bytes, size_t count);

/// Counts the bytes of UTF-8 that continue a character, and those that begin one of four bytes.
rush_byte_counts rush_count_continuations(rush_kernel kernel, const void *bytes, size_t count);
