"""Gabarit for Python beside jsonschema_rs, over the data sets.

    python bench/peers/python_values.py [FOLDER]

From bytes: gabarit on the bytes; jsonschema_rs on what json.loads or
orjson.loads, whichever is faster, makes of them. From values: both on the same
Python values. Both must call every document valid before they are timed. A row
is the ratio of the least times in one run: how many times faster gabarit is.
"""

import json
import math
import pathlib
import sys
import time

import gabarit
import jsonschema_rs
import orjson

folder = pathlib.Path(
    sys.argv[1] if len(sys.argv) > 1
    else pathlib.Path(__file__).parents[3] / "shared/data/datasets")


def least(work, documents, budget=0.25):
    best = math.inf
    end = time.perf_counter() + budget
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for document in documents:
            work(document)
        best = min(best, time.perf_counter() - begin)
    return best


print(f"{'data set':28}{'from bytes':>12}{'from values':>12}")
bytes_ratios, value_ratios = [], []
for path in sorted(folder.iterdir()):
    text = (path / "schema.json").read_bytes()
    lines = [line for line in
             (path / "instances.jsonl").read_bytes().splitlines() if line]
    values = [json.loads(line) for line in lines]
    mine = gabarit.compile(text)
    try:
        peer = jsonschema_rs.validator_for(json.loads(text))
    except Exception as error:  # what a peer cannot compile is not compared
        print(f"{path.name:28}  jsonschema_rs: {error}"[:100])
        continue
    assert all(map(mine.is_valid, lines)) and all(map(mine.is_valid, values))
    wrong = sum(not peer.is_valid(value) for value in values)
    if wrong:
        print(f"{path.name:28}  jsonschema_rs refuses {wrong} valid documents")
        continue
    by_bytes = min(
        least(lambda line: peer.is_valid(json.loads(line)), lines),
        least(lambda line: peer.is_valid(orjson.loads(line)), lines),
    ) / least(mine.is_valid, lines)
    by_values = least(peer.is_valid, values) / least(mine.is_valid, values)
    bytes_ratios.append(by_bytes)
    value_ratios.append(by_values)
    print(f"{path.name:28}{by_bytes:12.2f}{by_values:12.2f}")


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


print(f"{'geometric mean':28}{mean(bytes_ratios):12.2f}"
      f"{mean(value_ratios):12.2f}")
