// Includes RUSH_KERNEL_BODY once for each instruction set that the target may have.

// Words are for targets without vectors.
#if defined(RUSH_VECTOR_BITS)
#define RUSH_ISA vectors
#else
#define RUSH_ISA words
#endif
#define RUSH_TARGET
#define RUSH_VALIDATES_UTF8 0
#include RUSH_KERNEL_BODY

#if defined(__x86_64__)
#define RUSH_ISA avx2
#define RUSH_TARGET __attribute__((RUSH_AVX2))
#define RUSH_VALIDATES_UTF8 1
#include RUSH_KERNEL_BODY

#define RUSH_ISA avx512
#define RUSH_TARGET __attribute__((RUSH_AVX512))
#define RUSH_VALIDATES_UTF8 1
#include RUSH_KERNEL_BODY

// A file may use the functions for AVX-512 instead, if VBMI2 does not help.
#if !defined(RUSH_NEEDS_NO_VBMI2)
#define RUSH_ISA vbmi2
#define RUSH_TARGET __attribute__((RUSH_VBMI2))
#define RUSH_VALIDATES_UTF8 1
#include RUSH_KERNEL_BODY
#endif
#endif
