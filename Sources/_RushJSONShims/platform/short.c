#include "rush_short.h"

void rush_with_short_memory(void (*body)(rush_short_memory *memory, void *context), void *context) {
  _Alignas(64) rush_short_memory memory;
  body(&memory, context);
}
