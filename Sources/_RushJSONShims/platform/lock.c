#include "rush_lock.h"

#if defined(__APPLE__)
#include <os/lock.h>
typedef os_unfair_lock system_lock;
#elif defined(__wasm__) && !defined(_REENTRANT)
// There is one thread.
typedef char system_lock;
#else
#include <pthread.h>
typedef pthread_mutex_t system_lock;
#endif

_Static_assert(sizeof(system_lock) <= sizeof(rush_lock), "the memory for a lock is too small");
_Static_assert(_Alignof(system_lock) <= _Alignof(rush_lock), "the memory for a lock is misaligned");

static inline system_lock *of(rush_lock *lock) { return (system_lock *)(void *)lock->words; }

#if defined(__APPLE__)
void rush_lock_init(rush_lock *lock) { *of(lock) = OS_UNFAIR_LOCK_INIT; }
void rush_lock_destroy(rush_lock *lock) { (void)lock; }
void rush_lock_lock(rush_lock *lock) { os_unfair_lock_lock(of(lock)); }
void rush_lock_unlock(rush_lock *lock) { os_unfair_lock_unlock(of(lock)); }
#elif defined(__wasm__) && !defined(_REENTRANT)
void rush_lock_init(rush_lock *lock) { (void)of(lock); }
void rush_lock_destroy(rush_lock *lock) { (void)lock; }
void rush_lock_lock(rush_lock *lock) { (void)lock; }
void rush_lock_unlock(rush_lock *lock) { (void)lock; }
#else
// The results are errors of the program only: a lock that is not initialised, or held by the thread.
void rush_lock_init(rush_lock *lock) { (void)pthread_mutex_init(of(lock), 0); }
void rush_lock_destroy(rush_lock *lock) { (void)pthread_mutex_destroy(of(lock)); }
void rush_lock_lock(rush_lock *lock) { (void)pthread_mutex_lock(of(lock)); }
void rush_lock_unlock(rush_lock *lock) { (void)pthread_mutex_unlock(of(lock)); }
#endif
