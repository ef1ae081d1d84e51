// Search for a name in text that has not been read.
#pragma once

#include <stddef.h>

#include "rush_blocks.h"

/// The offset of the first byte where `name` may begin, or `count`: of the name in quotation marks, or of
/// an escape of an ASCII character, so that a name can be spelled in another way.
///
/// The name has 1 to 32 bytes of ASCII, without quotation mark, backslash and slash. It may also be a
/// value, or part of a string. May read 128 bytes after `count`.
size_t rush_find_name(
    rush_kernel kernel, const void *bytes, size_t count, const void *name, size_t length);
