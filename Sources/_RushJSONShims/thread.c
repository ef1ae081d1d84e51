#include "rush_thread.h"

#if !(defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)))
_Thread_local char rush_thread_mark;
#endif
