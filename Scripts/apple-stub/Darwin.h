#pragma once
#include <stdint.h>
// From MacTypes.h, whose other types have names of Swift's own: Duration.
typedef int32_t OSStatus;
