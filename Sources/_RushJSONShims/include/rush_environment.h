// What the environment of the process asks for, so that one machine can measure and test what others run.
#pragma once

/// The value of RUSHJSON_KERNEL, or NULL. It names the fastest kernel that may be used.
const char *rush_kernel_limit(void);

/// The standard library's layouts that RUSHJSON_AS turns off: with "apple" 1, those of objects, as on Apple's systems; with
/// "public" 2, all of them, as where the probes fail; otherwise 0, none.
int rush_left_alone(void);
