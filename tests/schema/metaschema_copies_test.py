"""Compares schemas/metaschema with independently published copies.

The files there are written out from the specifications; the Python package
jsonschema-specifications carries copies made by others. The two must be equal
as JSON values: same members, same types (1 is not true), same order in arrays.

Exit code 0: equal; 1: a difference, printed as a JSON Pointer; 77: skipped,
because no independent copy is installed.
"""

import json
import pathlib
import sys

SKIPPED = 77

# Places where published editions of one document differ from each other, and
# why ours reads as it does. A copy may have either reading there.
EDITIONS = {
    # Draft-06 section 8.3 defines no format "regex", and the document at its
    # URI does not use it here; the draft's source branch did later.
    ("http://json-schema.org/draft-06/schema",
     "#/properties/patternProperties/propertyNames"),
    # Draft-07 section 10.3 defines writeOnly; the document at its URI gained
    # it after publication, and older copies lack it.
    ("http://json-schema.org/draft-07/schema", "#/properties/writeOnly"),
}


def published_by_uri():
    """Maps each URI, without an empty fragment, to the package's document."""
    from jsonschema_specifications import REGISTRY

    return {uri.rstrip("#"): REGISTRY.contents(uri) for uri in REGISTRY}


def differences(ours, theirs, pointer=""):
    """Yields (pointer, what) for every place where two JSON values differ."""
    if type(ours) is not type(theirs):
        yield f"#{pointer}", f"{ours!r} here, {theirs!r} in the copy"
    elif isinstance(ours, dict):
        for name in sorted(ours.keys() | theirs.keys()):
            below = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in theirs:
                yield f"#{below}", "not in the copy"
            elif name not in ours:
                yield f"#{below}", "missing here"
            else:
                yield from differences(ours[name], theirs[name], below)
    elif isinstance(ours, list):
        if len(ours) != len(theirs):
            yield f"#{pointer}", f"{len(ours)} items, {len(theirs)} in the copy"
        for index, pair in enumerate(zip(ours, theirs)):
            yield from differences(*pair, f"{pointer}/{index}")
    elif ours != theirs:
        yield f"#{pointer}", f"{ours!r} here, {theirs!r} in the copy"


def main(directory):
    try:
        published = published_by_uri()
    except ImportError:
        print("skipped: the package jsonschema-specifications is not installed")
        return SKIPPED

    failures = 0
    compared = 0
    for path in sorted(pathlib.Path(directory).rglob("*.json")):
        ours = json.loads(path.read_text(encoding="utf-8"))
        uri = ours.get("$id", ours.get("id", "")).rstrip("#")
        if uri not in published:
            print(f"{path}: no copy of {uri!r} to compare with")
            failures += 1
            continue
        compared += 1
        for pointer, what in differences(ours, published[uri]):
            if (uri, pointer) not in EDITIONS:
                print(f"{path}: {pointer}: {what}")
                failures += 1
    print(f"{compared} documents compared, {failures} differences")
    return 1 if failures or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
