// Base64 (RFC 4648 §4): four digits of 6 bits for three bytes.
//
//   bytes    f     b     \0
//   bits     01100110 01100010 00000000
//   digits    Z  m    J  i     A
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// The most bytes that a function of this file writes after the last one that counts.
#define RUSH_BASE64_SLACK 32

typedef struct {
  size_t length;
  int has_slash;
} rush_base64_text;

/// Writes the digits of `count` bytes, with padding. All kernels write the same.
rush_base64_text rush_base64_encode(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target);

/// Writes the bytes of `count` digits without padding. A group at the end has two or three digits, whose unused bits are
/// dropped. Returns 0 if a byte is no digit; what it has written then means nothing.
int rush_base64_decode(rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target);
