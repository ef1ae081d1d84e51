// Numbers read by vector instructions. See rush_number.h.

#include "rush_number.h"

#if defined(RUSH_VECTOR_BITS)

#include "number_vectors.h"

#define RUSH_ISA vectors
#define RUSH_TARGET
#include "number_body.h"
#undef RUSH_ISA
#undef RUSH_TARGET

#if defined(__x86_64__)
#define RUSH_ISA avx2
#define RUSH_TARGET __attribute__((RUSH_AVX2))
#include "number_body.h"
#undef RUSH_ISA
#undef RUSH_TARGET

#include "number_vbmi2.h"
#endif

#endif
