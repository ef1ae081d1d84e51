#include "rush_environment.h"

#include <stddef.h>
#if __STDC_HOSTED__
#include <stdlib.h>
#include <string.h>
#endif

static const char *value_of(const char *name) {
#if __STDC_HOSTED__
  return getenv(name);
#else
  (void)name;
  return NULL;
#endif
}

const char *rush_kernel_limit(void) { return value_of("RUSHJSON_KERNEL"); }

int rush_is_as_on_apple(void) {
  const char *system = value_of("RUSHJSON_AS");
#if __STDC_HOSTED__
  return system != NULL && strcmp(system, "apple") == 0;
#else
  return system != NULL;
#endif
}
