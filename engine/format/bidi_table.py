#!/usr/bin/env python3
"""Writes bidi_ranges.inc, the rows of kBidiRanges in bidi.cc:

    python3 engine/format/bidi_table.py > engine/format/bidi_ranges.inc

The Bidi rule (RFC 5893) needs the Bidi_Class of the code points that IDNA 2008
(RFC 5892) can permit in a label: letters, marks and digits, and the exceptions
of RFC 5892 sections 2.6 and 2.7. Those of class L are left out, and so are all
code points that no label may hold: a range may run over them, since they are
refused before the Bidi rule is asked. R and AL are one class, as the rule never
tells them apart, and so are the neutral classes ES, CS, ET, ON and BN.

The Unicode version is that of the Python that runs this.
"""

import unicodedata

EXCEPTIONS = {0x2D, 0xB7, 0x375, 0x5F3, 0x5F4, 0x6FD, 0x6FE, 0xF0B, 0x200C,
              0x200D, 0x3007, 0x30FB}
PERMITTED = {"Ll", "Lo", "Lm", "Mn", "Mc", "Nd"}
CLASSES = {"R": "kRightToLeft", "AL": "kRightToLeft", "AN": "kArabicNumber",
           "EN": "kEuropeanNumber", "NSM": "kNonspacingMark", "ES": "kNeutral",
           "CS": "kNeutral", "ET": "kNeutral", "ON": "kNeutral",
           "BN": "kNeutral", "L": None}


def permitted(code_point):
    character = chr(code_point)
    if code_point in EXCEPTIONS:
        return True
    if unicodedata.category(character) not in PERMITTED:
        return False
    folded = unicodedata.normalize("NFKC", character).casefold()
    return unicodedata.normalize("NFKC", folded) == character


ranges = []
for code_point in range(0x110000):
    if 0xD800 <= code_point <= 0xDFFF or not permitted(code_point):
        continue
    name = CLASSES[unicodedata.bidirectional(chr(code_point))]
    if ranges and ranges[-1][2] == name:
        ranges[-1][1] = code_point
    else:
        ranges.append([code_point, code_point, name])

print("// Bidi_Class of the code points that a label may hold, from Unicode "
      f"{unicodedata.unidata_version}.\n// Written by bidi_table.py; do not edit.")
print("// clang-format off")
rows = [f"{{0x{first:04X}, 0x{last:04X}, {name}}}," for first, last, name in ranges if name]
for start in range(0, len(rows), 2):
    print("  ".join(rows[start:start + 2]))
print("// clang-format on")
