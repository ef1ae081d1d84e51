// Finds brackets and commas, 64 bytes at a time. See rush_path.h.

#include "rush_path.h"

#include "byte_blocks.h"

#define RUSH_NEEDS_NO_VBMI2
#define rush_vbmi2_find_structure rush_avx512_find_structure
#define RUSH_KERNEL_BODY "path_kernel_body.h"
#include "every_kernel.h"

size_t rush_find_structure(
    rush_kernel kernel, const void *bytes, size_t blocks, rush_structure *masks,
    rush_structure_carry *carry) {
  RUSH_RETURN_CALL(kernel, find_structure(bytes, blocks, masks, carry))
}
