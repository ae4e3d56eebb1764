"""Validators for Python over the data sets.

    python bench/peers/python.py FOLDER

Takes those that can be imported: jsonschema, jsonschema_rs, and gabarit. Prints a
line of JSON for each library and data set, in nanoseconds:

  values   the verdict alone, on values that json.loads made
  bytes    bytes to verdict: orjson.loads or json.loads, whichever is faster, and
           the verdict; for gabarit the bytes themselves
  compile  for one schema, from its value

A library that does not call every document valid has a reason instead.
"""

import importlib
import importlib.metadata
import json
import pathlib
import sys
import time


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def version(package):
    return importlib.metadata.version(package)


orjson = optional("orjson")
loaders = [json.loads] + ([orjson.loads] if orjson else [])


def jsonschema_library(module):
    def compiled(schema):
        validator = module.validators.validator_for(schema)(schema)
        return validator.is_valid
    return "jsonschema (Python)", version("jsonschema"), compiled


def jsonschema_rs_library(module):
    return ("jsonschema_rs", version("jsonschema_rs"),
            lambda schema: module.validator_for(schema).is_valid)


def gabarit_library(module):
    return ("gabarit for Python", version("gabarit-schema"),
            lambda schema: module.compile(schema).is_valid)


def least(work, documents, seconds=0.12):
    """Of many passes the least, for one document."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        begin = time.perf_counter()
        for document in documents:
            work(document)
        now = time.perf_counter()
        best = min(best, now - begin)
        if now >= end:
            return best / len(documents) * 1e9


def measure(name, compiled, schema, lines, values):
    validate = compiled(schema)
    wrong = sum(not validate(value) for value in values)
    if wrong:
        return {"reason": f"calls {len(values) - wrong} of {len(values)} valid "
                          "documents valid"}
    if name.startswith("gabarit"):
        by_bytes = least(validate, lines)
    else:
        by_bytes = min(least(lambda line: validate(load(line)), lines)
                       for load in loaders)
    return {"values": least(validate, values), "bytes": by_bytes,
            "compile": least(compiled, [schema])}


def main():
    libraries = [
        library(module) for library, module in (
            (jsonschema_library, optional("jsonschema")),
            (jsonschema_rs_library, optional("jsonschema_rs")),
            (gabarit_library, optional("gabarit"))) if module]
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if not (path / "schema.json").exists():
            continue
        schema = json.loads((path / "schema.json").read_bytes())
        lines = [line for line in
                 (path / "instances.jsonl").read_bytes().splitlines() if line]
        values = [json.loads(line) for line in lines]
        for name, known_as, compiled in libraries:
            try:
                row = measure(name, compiled, schema, lines, values)
            except Exception as error:  # whatever a peer may raise
                row = {"reason": " ".join(str(error).split())[:100]}
            print(json.dumps({"library": name, "version": known_as,
                              "set": path.name, **row}), flush=True)


main()
