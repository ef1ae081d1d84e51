#include "rush_descriptor.h"

#if __STDC_HOSTED__ && !defined(_WIN32)
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/// Whether a call that has failed is to be tried again: a signal came, or the descriptor does not wait by itself.
static int tries_again(int descriptor, short events) {
  if (errno == EINTR) return 1;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return 0;
  struct pollfd request = {descriptor, events, 0};
  return poll(&request, 1, -1) >= 0 || errno == EINTR;
}

ptrdiff_t rush_read_descriptor(int descriptor, void *bytes, size_t count) {
  while (1) {
    ptrdiff_t done = read(descriptor, bytes, count);
    if (done >= 0) return done;
    if (!tries_again(descriptor, POLLIN)) return -errno;
  }
}

ptrdiff_t rush_write_descriptor(int descriptor, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ptrdiff_t done = write(descriptor, next, count);
    if (done >= 0) {
      next += done;
      count -= (size_t)done;
    } else if (!tries_again(descriptor, POLLOUT)) {
      return -errno;
    }
  }
  return 0;
}

const char *rush_error_message(int code) { return strerror(code); }
#else
ptrdiff_t rush_read_descriptor(int descriptor, void *bytes, size_t count) {
  (void)descriptor, (void)bytes, (void)count;
  return -1;
}

ptrdiff_t rush_write_descriptor(int descriptor, const void *bytes, size_t count) {
  (void)descriptor, (void)bytes, (void)count;
  return -1;
}

const char *rush_error_message(int code) {
  (void)code;
  return "this system has no file descriptors";
}
#endif
