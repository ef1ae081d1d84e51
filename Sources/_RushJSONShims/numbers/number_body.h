// Numbers of any spelling, sixteen bytes in a register. The including file defines, for one instruction set:
//
//   RUSH_ISA      its name, as in byte_blocks.h
//   RUSH_TARGET   its target attribute, or nothing
//
// and these operations:
//
//   sixteen        the number that sixteen values of digits make
//   select         bytes of two vectors by a mask
//   after          the number of bytes after the last bit of a mask, or 16
//   long_decimal   reads a number of 17 bytes or more without an exponent
//
// Reads at most sixteen bytes before a number, and none after it.

// Reads up to sixteen bytes without an exponent.
//
//   text    "x": -65.613616,      the sixteen bytes that end with the number
//   moved    "x": -65.613616      loaded again, one byte further on, for what precedes the point
//   digits          65613616
//
// Integers and fractions, with and without a sign, take the same steps, because no processor can predict which comes
// next.
RUSH_INLINE RUSH_TARGET rush_decimal RUSH_OF(short_decimal)(const uint8_t *start, size_t length) {
  const uint8_t *end = start + length;
  size_t is_negative = *start == '-', count = length - is_negative;
  if (__builtin_expect(count == 0, 0)) return (rush_decimal){.errors = 1};
  rush_vector values = rush_vector_minus(rush_vector_load(end - 16), '0');
  // Bits of the bytes after the sign.
  uint64_t valid = rush_last_bits(count);
  uint64_t others = rush_vector_others(values) & valid, digits = others ^ valid;
  uint64_t points = rush_vector_bits(rush_vector_equal(values, (uint8_t)('.' - '0'))) & valid;
  uint64_t zeros = rush_vector_bits(rush_vector_equal(values, 0));
  uint64_t first = valid & (0 - valid), ends = first | RUSH_LAST_BIT;
  // Bytes of no number, a second point, a point that comes first or last, a leading zero.
  uint64_t errors = (others ^ points) | (others & (others - 1)) | (others & ends) |
                    (first & zeros & digits >> RUSH_VECTOR_BITS);

  // The digits after the point, or 16. With that, no byte is moved.
  size_t has_point = others != 0, after = RUSH_OF(after)(others);
  rush_vector moved = rush_vector_minus(rush_vector_load(end - 17), '0');
  values = RUSH_OF(select)(rush_vector_load(rush_ones + 16 + after), moved, values);
  values = rush_vector_and(values, rush_vector_load(rush_ones + count - has_point));
  return (rush_decimal){RUSH_OF(sixteen)(values), after & 15, is_negative, has_point, errors};
}

RUSH_INLINE RUSH_TARGET rush_number RUSH_OF(decimal_number)(const uint8_t *start, size_t length) {
  rush_decimal d = length <= 16 ? RUSH_OF(short_decimal)(start, length)
                                : RUSH_OF(long_decimal)(start, length);
  if (__builtin_expect(d.errors != 0, 0)) return (rush_number){0, 0, 0, 0};
  return (rush_number){
      .digits = d.digits,
      .form = (uint16_t)(RUSH_NUMBER_IS_READ | d.is_negative * RUSH_NUMBER_IS_NEGATIVE |
                         d.has_point * RUSH_NUMBER_HAS_POINT),
      .fraction_digits = (uint16_t)d.fraction_digits,
  };
}

RUSH_INLINE RUSH_TARGET rush_number RUSH_OF(exponent_number)(const uint8_t *start, size_t length) {
  rush_exponent exponent = rush_read_exponent(start, length);
  if (exponent.at == 0) return (rush_number){0, 0, 0, 0};
  rush_number number = RUSH_OF(decimal_number)(start, exponent.at);
  if (number.form == 0) return number;
  number.form |= RUSH_NUMBER_HAS_EXPONENT;
  number.exponent = exponent.value;
  return number;
}

RUSH_TARGET
rush_number RUSH_OF(number)(const void *text, size_t length) {
  rush_number number = RUSH_OF(decimal_number)(text, length);
  return __builtin_expect(number.form != 0, 1) ? number : RUSH_OF(exponent_number)(text, length);
}

// The value of a number with an exponent, or -0.
RUSH_TARGET __attribute__((noinline))
static rush_number_value RUSH_OF(slow_value)(const uint8_t *start, size_t length) {
  uint64_t sign = (uint64_t)(*start == '-') << 63;
  if (length == 2 && start[0] == '-' && start[1] == '0') {
    return (rush_number_value){RUSH_VALUE_DOUBLE, sign};
  }
  rush_number number = RUSH_OF(exponent_number)(start, length);
  int64_t q = (int64_t)number.exponent - number.fraction_digits;
  if (number.form == 0) return not_read;
  if (number.digits == 0) return (rush_number_value){RUSH_VALUE_DOUBLE, sign};
  if ((uint64_t)(q + 300) > 570) return not_read;
  return (rush_number_value){RUSH_VALUE_DOUBLE, sign | nearest_double(number.digits, q)};
}

// The value of a number that `slow_value` does not read, or none.
RUSH_INLINE RUSH_TARGET rush_number_value RUSH_OF(quick_value)(const uint8_t *start, size_t length) {
  rush_decimal d;
  if (length <= 16) {
    // At most 15 digits and a point. So the digits and the power of ten are exact as `double`, and their quotient is
    // rounded once (W. Clinger, "How to read floating point numbers accurately", 1990).
    d = RUSH_OF(short_decimal)(start, length);
    double power = (double)(int64_t)rush_integer_power_of_ten((ptrdiff_t)d.fraction_digits);
    double quotient = (double)(int64_t)d.digits / power;
    uint64_t bits, integer = (d.digits ^ (0 - d.is_negative)) + d.is_negative;
    __builtin_memcpy(&bits, &quotient, 8);
    bits |= d.is_negative << 63;
    uint64_t is_negative_zero = (integer == 0) & d.is_negative & (d.has_point ^ 1);
    if (__builtin_expect((d.errors | is_negative_zero) != 0, 0)) return not_read;
    return (rush_number_value){d.has_point ? RUSH_VALUE_DOUBLE : RUSH_VALUE_INTEGER,
                               d.has_point ? bits : integer};
  }
  d = RUSH_OF(long_decimal)(start, length);
  if (__builtin_expect(d.errors != 0, 0)) return not_read;
  if (d.has_point) {
    uint64_t bits = d.is_negative << 63;
    if (__builtin_expect(d.digits != 0, 1)) {
      bits |= nearest_double(d.digits, -(int64_t)d.fraction_digits);
    }
    return (rush_number_value){RUSH_VALUE_DOUBLE, bits};
  }
  if (!d.is_negative) return (rush_number_value){RUSH_VALUE_INTEGER + (d.digits >> 63), d.digits};
  // The smallest integer is -2^63.
  if (__builtin_expect(d.digits > (uint64_t)1 << 63, 0)) return not_read;
  return (rush_number_value){RUSH_VALUE_INTEGER, 0 - d.digits};
}

RUSH_TARGET
rush_number_value RUSH_OF(value)(const void *text, size_t length) {
  rush_number_value value = RUSH_OF(quick_value)(text, length);
  return __builtin_expect(value.kind != RUSH_VALUE_NONE, 1) ? value : RUSH_OF(slow_value)(text, length);
}

RUSH_INLINE RUSH_TARGET int RUSH_OF(is_number_at)(const uint8_t *start, size_t length) {
  uint64_t errors = length <= 16 ? RUSH_OF(short_decimal)(start, length).errors
                                 : RUSH_OF(long_decimal)(start, length).errors;
  return __builtin_expect(errors == 0, 1) || rush_has_grammar_of_number(start, length);
}

RUSH_TARGET
int RUSH_OF(is_number)(const void *text, size_t length) {
  return RUSH_OF(is_number_at)(text, length);
}

// Reads elements, and writes their records if `writes`, which is a constant.
RUSH_INLINE RUSH_TARGET
size_t RUSH_OF(read_run)(const uint8_t *text, const uint32_t *tokens, const uint32_t *end, int writes,
                         uint64_t head, uint64_t *record) {
  const uint32_t *first = tokens;
  // Where one element has an exponent, the next ones do, too.
  int is_slow = 0;
  for (; end - tokens >= 8 && text[tokens[1]] == ','; tokens += 2) {
    const uint8_t *start = text + tokens[0];
    size_t length = tokens[1] - tokens[0];
    if (writes) {
      rush_number_value value =
          is_slow ? RUSH_OF(slow_value)(start, length) : RUSH_OF(quick_value)(start, length);
      if (__builtin_expect(value.kind == RUSH_VALUE_NONE, 0)) {
        is_slow = !is_slow;
        value = is_slow ? RUSH_OF(slow_value)(start, length) : RUSH_OF(quick_value)(start, length);
        if (value.kind == RUSH_VALUE_NONE) break;
      }
      record[0] = head + ((uint64_t)tokens[0] << 8) + value.kind;
      record[1] = value.bits;
      record += 2;
    } else if (!RUSH_OF(is_number_at)(start, length)) {
      break;
    }
  }
  return (size_t)(tokens - first) / 2;
}

RUSH_TARGET
size_t RUSH_OF(run)(const void *window, const uint32_t *tokens, const uint32_t *end, uint64_t head,
                    void *records) {
  return RUSH_OF(read_run)(window, tokens, end, 1, head, records);
}

RUSH_TARGET
size_t RUSH_OF(run_length)(const void *window, const uint32_t *tokens, const uint32_t *end) {
  return RUSH_OF(read_run)(window, tokens, end, 0, 0, NULL);
}
