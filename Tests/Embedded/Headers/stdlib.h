// What the shims use of the C library, for WebAssembly without one.
#pragma once

#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
