// Includes RUSH_KERNEL_BODY once for each instruction set that the target may have. It defines RUSH_ISA and RUSH_TARGET, and
//
//   RUSH_VALIDATES_UTF8  1 if it has the operations for UTF-8
//   RUSH_IS_WIDE         1 if its registers have 32 bytes or more

// Words are for targets without vectors.
#define RUSH_TARGET
#define RUSH_IS_WIDE 0
#if defined(RUSH_VECTOR_BITS)
#define RUSH_ISA vectors
#define RUSH_VALIDATES_UTF8 1
#else
#define RUSH_ISA words
#define RUSH_VALIDATES_UTF8 0
#endif
#include RUSH_KERNEL_BODY
#undef RUSH_ISA
#undef RUSH_TARGET
#undef RUSH_IS_WIDE
#undef RUSH_VALIDATES_UTF8

#if defined(__x86_64__)
#define RUSH_IS_WIDE 1
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
#undef RUSH_IS_WIDE
#undef RUSH_VALIDATES_UTF8
#endif
