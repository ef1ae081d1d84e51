// The lock of the operating system. The standard library's `Mutex` needs macOS 15 and its siblings.
#pragma once

#include <stdint.h>

/// Memory for a lock of any supported system. A lock must not move while it is in use.
typedef struct {
  uintptr_t words[8];
} rush_lock;

void rush_lock_init(rush_lock *lock);
void rush_lock_destroy(rush_lock *lock);

/// Waits until no other thread holds the lock, and takes it. A thread must not take a lock that it holds.
void rush_lock_lock(rush_lock *lock);
void rush_lock_unlock(rush_lock *lock);
