// What the environment of the process asks for, so that one machine can measure and test what others run.
#pragma once

/// The value of RUSHJSON_KERNEL, or NULL. It names the fastest kernel that may be used.
const char *rush_kernel_limit(void);

/// What RUSHJSON_AS leaves alone of the standard library: 1 for "apple", its objects, as on Apple's systems; 2 for "public",
/// every layout, as where the probes fail; 0, nothing.
int rush_left_alone(void);
