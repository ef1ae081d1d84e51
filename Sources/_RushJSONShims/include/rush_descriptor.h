// The system's calls for file descriptors, for modules without a C library of Swift's.
#pragma once

#include <stddef.h>

/// Reads up to `count` bytes, and waits for the first. Returns their number, 0 at the end, or the negative number of an
/// error.
ptrdiff_t rush_read_descriptor(int descriptor, void *bytes, size_t count);

/// Writes `count` bytes. Returns 0, or the negative number of an error after which a part may be written.
ptrdiff_t rush_write_descriptor(int descriptor, const void *bytes, size_t count);

/// The system's message for the number of an error, as long as no other is asked for.
const char *rush_error_message(int code);
