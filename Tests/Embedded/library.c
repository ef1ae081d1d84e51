// What Embedded Swift and the shims need of a C library, for a WebAssembly module that prints one number. Memory
// is never used again.

#include <stddef.h>
#include <stdint.h>

#include "Headers/stdlib.h"
#include "Headers/string.h"

extern uint8_t __heap_base;
static uintptr_t end;

enum { page = 65536, header = 16 };

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (end == 0) end = (uintptr_t)&__heap_base;
  if (alignment < header) alignment = header;
  uintptr_t start = (end + header + alignment - 1) & ~(uintptr_t)(alignment - 1);
  if (size > UINTPTR_MAX - start) return 12;
  size_t pages = (start + size + page - 1) / page, present = __builtin_wasm_memory_size(0);
  if (pages > present && __builtin_wasm_memory_grow(0, pages - present) == (size_t)-1) return 12;
  end = start + size;
  *(size_t *)(start - header) = size;
  *block = (void *)start;
  return 0;
}

void *malloc(size_t size) {
  void *block;
  return posix_memalign(&block, header, size) == 0 ? block : 0;
}

void free(void *block) { (void)block; }

void *realloc(void *block, size_t size) {
  void *copy = malloc(size);
  if (copy && block) {
    size_t old = *(size_t *)((uintptr_t)block - header);
    memcpy(copy, block, old < size ? old : size);
  }
  return copy;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if ((uintptr_t)to <= (uintptr_t)from) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  } else {
    for (size_t i = count; i > 0; i--) ((uint8_t *)to)[i - 1] = ((const uint8_t *)from)[i - 1];
  }
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = (uint8_t)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *first = a, *second = b;
  for (size_t i = 0; i < count; i++) {
    if (first[i] != second[i]) return first[i] - second[i];
  }
  return 0;
}

void *memchr(const void *bytes, int byte, size_t count) {
  const uint8_t *at = bytes;
  for (size_t i = 0; i < count; i++) {
    if (at[i] == (uint8_t)byte) return (void *)(uintptr_t)(at + i);
  }
  return 0;
}

/// The product of two integers of 128 bits, as the compiler calls it.
__int128 __multi3(__int128 a, __int128 b) {
  typedef unsigned __int128 wide;
  const uint64_t mask = 0xffffffff;
  uint64_t first = (uint64_t)(wide)a, second = (uint64_t)(wide)b;
  uint64_t low = (first & mask) * (second & mask);
  uint64_t middle = (first >> 32) * (second & mask) + (low >> 32);
  uint64_t other = (first & mask) * (second >> 32) + (middle & mask);
  uint64_t high = (first >> 32) * (second >> 32) + (middle >> 32) + (other >> 32);
  high += (uint64_t)((wide)a >> 64) * second + first * (uint64_t)((wide)b >> 64);
  return (__int128)((wide)high << 64 | (other << 32 | (low & mask)));
}

// Seeds of hashers. A module that meets hostile names needs random ones.
void arc4random_buf(void *to, size_t count) { memset(to, 7, count); }

int putchar(int byte) { return byte; }

// MARK: - The program

uint64_t digest_of_sample(void);

struct piece {
  const char *bytes;
  size_t count;
};

/// Of WASI, which every host for programs has.
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int write_pieces(int file, const struct piece *pieces, size_t count, size_t *written);

void _start(void) {
  char text[21];
  char *start = text + sizeof text;
  *--start = '\n';
  for (uint64_t rest = digest_of_sample(); start > text && rest > 0; rest /= 10) *--start = (char)('0' + rest % 10);
  struct piece piece = {start, (size_t)(text + sizeof text - start)};
  size_t written;
  (void)write_pieces(1, &piece, 1, &written);
}
