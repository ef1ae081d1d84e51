// Counts of line ends and characters, which give a place in a text its line and column.
#pragma once

#include <stddef.h>

#include "rush_blocks.h"

/// The numbers of bytes of two kinds.
typedef struct {
  size_t first, second;
} rush_byte_counts;

/// Counts line feeds and carriage returns in `count` bytes.
rush_byte_counts rush_count_line_ends(rush_kernel kernel, const void *bytes, size_t count);

/// Counts the continuation bytes of UTF-8, and the bytes that begin a sequence of four.
rush_byte_counts rush_count_continuations(rush_kernel kernel, const void *bytes, size_t count);

/// Counts the carriage returns that a line feed follows within `count` bytes.
size_t rush_count_return_feeds(const void *bytes, size_t count);
