// What the environment of the process asks for, so that one machine can measure and test what others run.
#pragma once

/// The value of RUSHJSON_KERNEL, or NULL. It names the fastest kernel that may be used.
const char *rush_kernel_limit(void);

/// Whether RUSHJSON_AS is "apple": objects of the standard library are left alone, as on Apple's systems.
int rush_is_as_on_apple(void);
