// Swift objects in slabs: many small objects in one block of memory.
//
//   slab     objects │ slab │ object …      │ slab │ object …       │ …
//            ↑ count   └── of the next object, to find the slab from it
//
//   object   class │ counts │ fields …
//              ↓
//   class    initial counts │ destroyer of the real class │ copy of the real class's metadata …
//
// The class of an object in a slab is a copy of the real class that differs in one word: the function
// that the runtime calls after the last release. Here that function calls the real class's destroyer and
// then frees the slab, if no object is left in it. The real destroyer does not free the memory, because
// the initial reference counts are those of an object on the stack.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The first words of a slab.
typedef struct rush_slab {
  /// The number of objects that are alive, and `rush_open_slab` while the slab is filled.
  uintptr_t objects;
} rush_slab;

/// What an open slab counts in addition to its objects.
static const uintptr_t rush_open_slab = (uintptr_t)1 << 30;

// Only clang knows the calling convention of Swift, and only clang compiles for Swift.
#if defined(__clang__) && defined(__linux__) && !defined(__ANDROID__) && defined(__LP64__) \
    && (defined(__x86_64__) || defined(__aarch64__))
#define RUSH_HAS_SLABS 1
/// The function that the runtime calls after the last release. Its address marks the classes.
__attribute__((swiftcall)) void rush_slab_destroy(__attribute__((swift_context)) void *object);
#endif

/// The metadata for objects of a class in slabs, or null if the class is not laid out as expected, or if
/// the address sanitizer is at work. It is never freed.
const void *rush_slab_class(const void *real_class);

/// The reference counts of a new object of a class that `rush_slab_class` returned.
static inline uintptr_t rush_slab_counts(const void *slab_class) {
  return ((const uintptr_t *)slab_class)[-6];
}

/// Takes `count` objects, which are dead, out of their slab. Frees the slab if it was the last.
void rush_slab_release(rush_slab *slab, uintptr_t count);

/// Whether an object is in a slab.
static inline bool rush_is_in_slab(const void *object) {
#if RUSH_HAS_SLABS
  return (*(const uintptr_t *const *)object)[-2] == (uintptr_t)&rush_slab_destroy;
#else
  (void)object;
  return false;
#endif
}

/// The slab of an object that has one owner, or null if it has more or is in no slab.
static inline rush_slab *rush_slab_of_unique(const void *object) {
#if RUSH_HAS_SLABS
  const uintptr_t *words = (const uintptr_t *)object;
  const uintptr_t *class = (const uintptr_t *)words[0];
  // What other owners did happened before their releases, which this load sees.
  bool is_unique = class[-2] == (uintptr_t)&rush_slab_destroy
                   && __atomic_load_n(&words[1], __ATOMIC_ACQUIRE) == class[-6];
  return is_unique ? (rush_slab *)words[-1] : 0;
#else
  (void)object;
  return 0;
#endif
}

/// The highest bit of a byte of the result is set if that of one of `count` ≥ 16 bytes is.
static inline uint64_t rush_merge(const void *from, size_t count) {
  typedef uint64_t words __attribute__((vector_size(16), aligned(1), may_alias));
  const uint8_t *source = (const uint8_t *)from;
  words all = *(const words *)(source + count - 16);
  for (size_t at = 0; at + 16 < count; at += 16) all |= *(const words *)(source + at);
  return all[0] | all[1];
}

/// Copies `count` ≥ 16 bytes. The highest bit of a byte of the result is set if that of a byte of the text
/// is.
static inline uint64_t rush_copy_and_merge(void *to, const void *from, size_t count) {
  typedef uint64_t words __attribute__((vector_size(16), aligned(1), may_alias));
  const uint8_t *source = (const uint8_t *)from;
  uint8_t *target = (uint8_t *)to;
  words all = *(const words *)(source + count - 16);
  words last = all;
  for (size_t at = 0; at + 16 < count; at += 16) {
    words next = *(const words *)(source + at);
    *(words *)(target + at) = next;
    all |= next;
  }
  *(words *)(target + count - 16) = last;
  return all[0] | all[1];
}
