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

int rush_left_alone(void) {
  const char *system = value_of("RUSHJSON_AS");
#if __STDC_HOSTED__
  if (system != NULL && strcmp(system, "apple") == 0) return 1;
  if (system != NULL && strcmp(system, "public") == 0) return 2;
#else
  (void)system;
#endif
  return 0;
}
