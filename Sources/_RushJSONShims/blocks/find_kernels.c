// Finds places where a name may begin, 64 bytes at a time. See rush_find.h.

#include "rush_find.h"

#include <string.h>

#include "byte_blocks.h"

#define RUSH_KERNEL_BODY "find_kernel_body.h"
#include "every_kernel.h"

size_t rush_find_name(
    rush_kernel kernel, const void *bytes, size_t count, const void *name, size_t length) {
  RUSH_RETURN_CALL(kernel, find_name(bytes, count, name, length))
}
