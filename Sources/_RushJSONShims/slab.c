#include "rush_slab.h"

#include <stdlib.h>

#if RUSH_HAS_SLABS

typedef __attribute__((swiftcall)) void (*destroyer)(__attribute__((swift_context)) void *object);

/// Of the address sanitizer. Null in builds without it.
void __asan_init(void) __attribute__((weak));

/// Of the Swift runtime: makes an object in memory that the runtime never frees.
void *swift_initStackObject(const void *class, void *object);

__attribute__((swiftcall)) void rush_slab_destroy(__attribute__((swift_context)) void *object) {
  void **words = (void **)object;
  rush_slab *slab = (rush_slab *)words[-1];
  destroyer real = ((destroyer *)words[0])[-5];
  real(object);
  rush_slab_release(slab, 1);
}

const void *rush_slab_class(const void *real_class) {
  // The sanitizer sees the bounds and the end of a block, not those of the objects in it.
  if (&__asan_init) return 0;
  const uintptr_t *words = (const uintptr_t *)real_class;
  // A class begins with its kind, 0, its superclass and two words about instances. Then follow the size of
  // the metadata and the number of its bytes before the kind, which are three words or two.
  uint32_t sizes[2];
  memcpy(sizes, words + 4, sizeof sizes);
  const size_t size = sizes[0], before = sizes[1];
  if (words[0] != 0 || before < 16 || before > 32 || before % 8 != 0 || size < 64 || size > 4096 || size % 8 != 0) return 0;
  uintptr_t *copy = (uintptr_t *)malloc(48 + size);
  if (!copy) return 0;
  uintptr_t *class = copy + 6;
  memcpy(class - before / 8, words - before / 8, size);
  class[-5] = class[-2];
  class[-2] = (uintptr_t)&rush_slab_destroy;
  uintptr_t object[2] = {0, 0};
  swift_initStackObject(class, object);
  class[-6] = object[1];
  if (object[0] != (uintptr_t)class || object[1] == 0) {
    free(copy);
    return 0;
  }
  return class;
}

#else

const void *rush_slab_class(const void *real_class) {
  (void)real_class;
  return 0;
}

#endif

void rush_slab_release(rush_slab *slab, uintptr_t count) {
  // If all that are left are these, nobody else can change the count.
  if (__atomic_load_n(&slab->objects, __ATOMIC_ACQUIRE) == count
      || __atomic_sub_fetch(&slab->objects, count, __ATOMIC_ACQ_REL) == 0) {
    free(slab);
  }
}
