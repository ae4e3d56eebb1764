#!/usr/bin/env python3
"""Writes decimal_cases.json: exact answers about pairs of JSON numbers.

The answers come from Python's own integers and fractions, and where exponents
are too large for a fraction from modular exponentiation, which the library
does not use. Run it again to get the same file:

    tests/document/data/decimal_cases.py > tests/document/data/decimal_cases.json
"""

import json
import random
import sys
from fractions import Fraction

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

CASES = 2000
# Beyond this a fraction would take too much memory.
FRACTION_EXPONENT = 2000


def parse(text):
    """Sign, coefficient and exponent, with no zero at the coefficient's end."""
    mantissa, _, exponent = text.lower().partition("e")
    integer, _, fraction = mantissa.lstrip("-").partition(".")
    coefficient = int(integer + fraction)
    exponent = int(exponent or 0) - len(fraction)
    if coefficient == 0:
        return 0, 0, 0
    while coefficient % 10 == 0:
        coefficient //= 10
        exponent += 1
    return (-1 if text.startswith("-") else 1), coefficient, exponent


def fraction(number):
    sign, coefficient, exponent = number
    power = Fraction(10) ** exponent
    return sign * coefficient * power


def compare(a, b):
    if a[0] != b[0]:
        return -1 if a[0] < b[0] else 1
    if a[0] == 0:
        return 0
    a_end = len(str(a[1])) + a[2]
    b_end = len(str(b[1])) + b[2]
    if a_end != b_end:
        larger = 1 if a_end > b_end else -1
    else:
        width = max(len(str(a[1])), len(str(b[1])))
        a_digits = int(str(a[1]).ljust(width, "0"))
        b_digits = int(str(b[1]).ljust(width, "0"))
        larger = (a_digits > b_digits) - (a_digits < b_digits)
    return a[0] * larger


def is_multiple(a, b):
    if a[0] == 0:
        return True
    if a[2] < b[2]:
        return False
    return a[1] * pow(10, a[2] - b[2], b[1]) % b[1] == 0


def answers(a_text, b_text):
    a, b = parse(a_text), parse(b_text)
    order = compare(a, b)
    multiple = None if b[0] == 0 else is_multiple(a, b)
    if max(abs(a[2]), abs(b[2])) < FRACTION_EXPONENT:
        x, y = fraction(a), fraction(b)
        assert order == (x > y) - (x < y), (a_text, b_text)
        if multiple is not None:
            assert multiple == ((x / y).denominator == 1), (a_text, b_text)
    return order, multiple


def digits(source, count):
    first = source.choice("123456789")
    return first + "".join(source.choice("0123456789") for _ in range(count - 1))


def write(source, coefficient, exponent, negative):
    """One of the many ways to write a number in JSON."""
    text = str(coefficient)
    style = source.randrange(5)
    if style == 0:
        zeros = source.randrange(4)
        text += "0" * zeros if coefficient else ""
        exponent -= zeros if coefficient else 0
    elif style == 1:
        point = source.randrange(len(text))
        if point:
            exponent += len(text) - point
            text = text[:point] + "." + text[point:] + "0" * source.randrange(3)
    elif style == 2:
        zeros = source.randrange(5)
        exponent += zeros + len(text)
        text = "0." + "0" * zeros + text
    elif style == 3 and 0 <= exponent <= 30:
        text += "0" * exponent if coefficient else ""
        exponent = 0
    if exponent != 0 or source.randrange(8) == 0:
        sign = "-" if exponent < 0 else source.choice(["", "+"])
        text += source.choice("eE") + sign + "0" * source.randrange(3) + str(abs(exponent))
    return ("-" if negative else "") + text


def exponent(source):
    kind = source.randrange(10)
    if kind < 4:
        return source.randrange(-6, 7)
    if kind < 7:
        return source.randrange(-400, 401)
    near = source.choice([10**18, 2**63, 2**64, 10**30, 2**31])
    return source.choice([-1, 1]) * (near + source.randrange(-3, 4))


def coefficient(source):
    kind = source.randrange(10)
    if kind < 4:
        return int(digits(source, source.randrange(1, 6)))
    if kind < 6:
        near = source.choice([2**31, 2**53, 2**63, 2**64, 10**18, 10**19, 10**9])
        return near + source.randrange(-2, 3)
    if kind < 7:
        return 2 ** source.randrange(0, 200)
    if kind < 8:
        return 5 ** source.randrange(0, 120)
    return int(digits(source, source.randrange(1, 90)))


def pair(source):
    kind = source.randrange(8)
    c, e = coefficient(source), exponent(source)
    if kind == 0:  # unrelated
        d, f = coefficient(source), exponent(source)
    elif kind == 1:  # equal, or off by one in the last place
        d, f = c + source.choice([0, 0, 1, -1]), e
    elif kind == 2:  # equal after scaling
        zeros = source.randrange(1, 30)
        d, f = c * 10**zeros + source.choice([0, 0, 1]), e - zeros
    elif kind in (3, 4):  # a multiple, or nearly
        d, f = c, e
        c = c * coefficient(source) + source.choice([0, 0, 0, 1])
        e += source.choice([0, 0, 1, 5, -1])
    elif kind == 5:  # the exponent supplies the factors of two and five
        d = source.choice([2, 5]) ** source.randrange(1, 250) * source.choice([1, 1, 3])
        f = e
        e += source.randrange(0, 260)
    elif kind == 6:  # one shared huge exponent
        d, f = coefficient(source), e + source.randrange(-2, 3)
    else:
        c, d, f = source.choice([(0, c, e), (c, 0, e), (0, 0, e)])
    return (
        write(source, c, e, source.randrange(3) == 0),
        write(source, max(d, 0), f, source.randrange(6) == 0),
    )


def main():
    source = random.Random(20201201)
    rows = []
    for _ in range(CASES):
        a, b = pair(source)
        rows.append((a, b, *answers(a, b)))
    print("[")
    print(",\n".join(json.dumps(row) for row in rows))
    print("]")


if __name__ == "__main__":
    main()
