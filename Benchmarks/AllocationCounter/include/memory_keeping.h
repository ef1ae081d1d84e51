#ifndef MEMORY_KEEPING_H
#define MEMORY_KEEPING_H

/// Tells glibc's allocator to keep freed memory in the process; does nothing elsewhere.
void keep_freed_memory(void);

#endif
