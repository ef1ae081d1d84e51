#!/usr/bin/env python3
"""Checks the bounds of ShortestDecimal.swift for all numbers, with exact arithmetic.

    Scripts/check-shortest-decimals.py

Nobody can try all 2^64 numbers. But each of these questions asks for a significand c whose product with a
constant lies in a short interval modulo another constant, and an algorithm like Euclid's finds all such c
for one exponent q. It takes a few seconds for all exponents.

1.  The quick way is wrong only where it is in doubt. This finds all numbers near the three bounds, and
    compares the digits that the quick way would choose with those of exact fractions. Numbers exactly at a
    bound are many for some exponents; for these, as many as `MOST` are looked at.
2.  The exact way keeps one bit for all that it cuts off. This finds all numbers where this bit depends on
    the last bit that is cut off, or on a power of ten that is one unit larger.
"""

import pathlib
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
POWERS = {"__file__": __file__, "__name__": "powers"}
exec((HERE / "generate-powers-of-ten.py").read_text(encoding="utf-8"), POWERS)
significand, first_in = POWERS["significand"], POWERS["first_in"]

WORD = 1 << 64
MOST = 60
# Fraction bits, exponents of the last bit, the error that the quick way assumes, and the words of its power.
FORMATS = (52, range(-1074, 972), 4, 2), (23, range(-149, 105), 1 << 29, 1)


def solutions(factor, modulus, low, high, start, end):
    """The first `MOST` numbers in start..<end whose product with `factor` is in low...high modulo `modulus`."""
    found = []
    while start < end and len(found) < MOST:
        passed = factor * start % modulus
        a, b = (low - passed) % modulus, (high - passed) % modulus
        more = 0 if a > b else first_in(factor % modulus, modulus, a, b)
        if more is None or start + more >= end:
            break
        start += more + 1
        found.append(start - 1)
    return found


def exact_digits(c, q, k):
    """The shortest digits of c * 2^q in units of 10^k, and of these the nearest."""
    x = Fraction(c) * Fraction(2) ** q / Fraction(10) ** k
    half = Fraction(2) ** q / Fraction(10) ** k / 2

    def reads_back(digits):
        distance = abs(digits - x)
        return distance < half or distance == half and c % 2 == 0

    ten = x // 10 * 10
    if reads_back(ten):
        return ten
    if reads_back(ten + 10):
        return ten + 10
    choices = [digits for digits in (x // 1, x // 1 + 1) if reads_back(digits)]
    return min(choices, key=lambda digits: (abs(digits - x), digits % 2))


class Quick:
    """The quick way for the numbers with the last bit 2^q."""

    def __init__(self, q, words):
        self.k = q * 315_653 >> 20
        power = significand(-self.k)
        shift = q + (self.k * -217_706 >> 16) + 1
        self.half = (power >> 64) >> (6 - shift)
        # c * factor / unit has 64 bits after the point, cut off.
        self.factor, self.unit = (power << shift, WORD) if words == 2 else (power >> 64 << shift, 1)

    def parts(self, c):
        x = c * self.factor // self.unit
        head, digit = divmod(x // WORD, 10)
        below = digit << 59 | x % WORD >> 5
        return head, digit, x % WORD, below, (10 << 59) - below

    def digits(self, c):
        head, digit, fraction, below, above = self.parts(c)
        is_ten = below < self.half or above < self.half
        return (head + (above < self.half)) * 10 + (0 if is_ten else digit + (fraction >> 63))

    def near(self, bound, a, b, start, end):
        """The numbers whose distance from a bound is in a...b."""
        if bound == "fraction":
            modulus, low, high = WORD, (1 << 63) + a, (1 << 63) + b
        elif bound == "below":
            modulus, low, high = 10 * WORD, self.half + a << 5, (self.half + b << 5) + 31
        else:
            top = (10 << 59) - self.half
            modulus, low, high = 10 * WORD, top - b << 5, (top - a << 5) + 31
        return solutions(
            self.factor, modulus * self.unit, low * self.unit, (high + 1) * self.unit - 1, start, end)


def check_doubt(bits, exponents, error, words):
    """Prints between which distances from each bound the quick way would be wrong."""
    for bound in "below", "above", "fraction":
        wrong = []
        for q in exponents:
            quick = Quick(q, words)
            start = 1 if q == exponents[0] else (1 << bits) + 1
            for a, b in (-2 * error, -1), (0, 0), (1, 1), (2, 2 * error):
                numbers = quick.near(bound, a, b, start, 2 << bits)
                # These are all that there are.
                assert len(numbers) < MOST or a <= 0 or bound == "above"
                for c in numbers:
                    if quick.digits(c) != exact_digits(c, q, quick.k):
                        _, _, fraction, below, above = quick.parts(c)
                        distances = {"fraction": fraction - (1 << 63)}
                        distances |= {"below": below - quick.half, "above": above - quick.half}
                        wrong.append(distances[bound])
        print(f"{bits + 1} bits, {bound}: would be wrong at {min(wrong)}...{max(wrong)}, doubts {error}")
        assert -error < min(wrong) and max(wrong) < error
        # The distance from `below` and from the middle need not be doubted above the bound.
        assert bound == "above" or max(wrong) == 0


def check_exact(bits, exponents):
    """Prints the numbers whose cut-off bits nearly are, or nearly are not, all zero."""
    for q in exponents:
        inverse = -(q * 315_653 >> 20)
        power = (significand(inverse) - (-27 <= inverse < 0) >> 2) + 1
        shift = q + (inverse * 217_706 >> 16) + 2
        start = 1 if q == exponents[0] else 1 << bits
        modulus = 1 << 127
        # The value, the ends of its interval, and the lower end for a power of two.
        for offset, end in (0, 2 << bits), (2, 2 << bits), (-2, 2 << bits), (-1, start + 1):
            passed = power * offset << shift
            # All ones and half of the next word, none and half of it, or only the last one.
            for low, high in (
                (modulus - WORD // 2, modulus - 1), (WORD // 2, WORD - 1), (WORD, 2 * WORD - 1)
            ):
                low, high = (low - passed) % modulus, (high - passed) % modulus
                parts = [(low, high)] if low <= high else [(low, modulus - 1), (0, high)]
                for low, high in parts:
                    for c in solutions(power << shift + 2, modulus, low, high, start, end):
                        result = (power * (4 * c + offset) << shift) >> 127
                        print(f"{c:#x} * 2^{q} {offset:+}: {result % 4} quarters")
                        # The last bit is set in any case, or the middle is rounded up in any case.
                        assert result % 2 == 1 or offset == 0 and result % 8 == 6, (q, c, offset)


for bits, exponents, error, words in FORMATS:
    check_doubt(bits, exponents, error, words)
    check_exact(bits, exponents)
