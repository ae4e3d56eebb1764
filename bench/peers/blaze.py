"""Blaze, by way of its command (npm: @sourcemeta/jsonschema), over the data sets.

    python3 bench/peers/blaze.py PROGRAM FOLDER

PROGRAM is the native program, not its wrapper in JavaScript. Prints a line of
JSON for each data set, in nanoseconds a document:

  values   the verdict alone on parsed documents, by `--fast --benchmark`
  bytes    bytes to verdict: a long .jsonl and a short one through the whole
           process; the difference of the two is free of its start and compilation
  compile  for one schema: the whole process on one document, less the same with
           a schema that says nothing
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SAMPLES = 5
LONG_BYTES = 6_000_000


def run(program, *arguments):
    begin = time.perf_counter()
    done = subprocess.run([program, *map(str, arguments)],
                          capture_output=True, text=True, check=False)
    return time.perf_counter() - begin, done


def least(program, *arguments):
    return min(run(program, *arguments)[0] for _ in range(SAMPLES))


def measure(program, folder, scratch):
    schema = folder / "schema.json"
    instances = folder / "instances.jsonl"
    lines = [line for line in instances.read_bytes().splitlines() if line]
    _, done = run(program, "validate", schema, instances, "--fast")
    counts = re.search(r"(\d+) validated, (\d+) passed",
                       done.stdout + done.stderr)
    if counts is None:
        reason = (done.stderr or done.stdout).strip().splitlines()[0]
        return {"reason": reason[:100]}
    if not counts[1] == counts[2] == str(len(lines)):
        return {"reason": f"calls {counts[2]} of {len(lines)} valid documents "
                          "valid"}
    loops = max(3, min(200, 40_000 // len(lines)))
    _, done = run(program, "validate", schema, instances, "--fast",
                  "--benchmark", "--loop", loops)
    micros = [float(m) for m in re.findall(r": PASS ([0-9.]+) \+-", done.stdout
                                           + done.stderr)]
    if len(micros) != len(lines):
        return {"reason": "its benchmark does not name every document"}

    text = b"\n".join(lines) + b"\n"
    times = max(2, LONG_BYTES // len(text))
    long = scratch / "long.jsonl"
    long.write_bytes(text * times)
    short = scratch / "short.jsonl"
    short.write_bytes(text)
    by_bytes = (least(program, "validate", schema, long, "--fast")
                - least(program, "validate", schema, short, "--fast"))
    by_bytes /= (times - 1) * len(lines)

    one = scratch / "one.jsonl"
    one.write_bytes(lines[0] + b"\n")
    nothing = scratch / "nothing.json"
    dialect = json.loads(schema.read_bytes())["$schema"]
    nothing.write_text(json.dumps({"$schema": dialect}))
    compile_time = (least(program, "validate", schema, one, "--fast")
                    - least(program, "validate", nothing, one, "--fast"))
    return {
        "values": sum(micros) / len(micros) * 1000,
        "bytes": max(by_bytes, 0) * 1e9,
        # Below what a process's own noise is, a difference says nothing.
        "compile": compile_time * 1e9 if compile_time > 2e-4 else None,
    }


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    version = run(program, "--version")[1].stdout.strip()
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(folder.iterdir()):
            if not (path / "schema.json").exists():
                continue
            row = measure(program, path, pathlib.Path(scratch))
            print(json.dumps({"library": "Blaze", "version": version,
                              "set": path.name, **row}), flush=True)


main()
