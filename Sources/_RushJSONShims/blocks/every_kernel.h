// Includes RUSH_KERNEL_BODY once for each instruction set that the target may have.

#define RUSH_VALIDATES_UTF8 0
#define RUSH_TARGET
// Words are for targets without vectors.
#if defined(RUSH_VECTOR_BITS)
#define RUSH_ISA vectors
#else
#define RUSH_ISA words
#endif
#include RUSH_KERNEL_BODY
#undef RUSH_ISA
#undef RUSH_TARGET
#undef RUSH_VALIDATES_UTF8

#if defined(__x86_64__)
#define RUSH_VALIDATES_UTF8 1
#define RUSH_ISA avx2
#define RUSH_TARGET __attribute__((RUSH_AVX2))
#include RUSH_KERNEL_BODY
#undef RUSH_ISA
#undef RUSH_TARGET

#define RUSH_ISA avx512
#define RUSH_TARGET __attribute__((RUSH_AVX512))
#include RUSH_KERNEL_BODY
#undef RUSH_ISA
#undef RUSH_TARGET

// A file may use the functions for AVX-512 instead, if VBMI2 does not help.
#if !defined(RUSH_NEEDS_NO_VBMI2)
#define RUSH_ISA vbmi2
#define RUSH_TARGET __attribute__((RUSH_VBMI2))
#include RUSH_KERNEL_BODY
#undef RUSH_ISA
#undef RUSH_TARGET
#endif
#undef RUSH_VALIDATES_UTF8
#endif
