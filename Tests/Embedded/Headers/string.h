// What the shims use of the C library, for WebAssembly without one.
#pragma once

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memchr(const void *bytes, int byte, size_t count);
