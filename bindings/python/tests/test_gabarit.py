"""The package as its users use it: python -m unittest discover tests.

Reads the official suite and the engine's cases from $GABARIT_DATA_DIR, or from
../shared/data beside the checkout; without them those tests are skipped.
"""

import gc
import json
import os
import pathlib
import re
import resource
import threading
import unittest

import gabarit
from gabarit import jsonschema as compatible

CHECKOUT = pathlib.Path(os.environ.get(
    "GABARIT_CHECKOUT", pathlib.Path(__file__).parents[3]))
DATA = pathlib.Path(
    os.environ.get("GABARIT_DATA_DIR", CHECKOUT.parent / "shared/data"))
SUITE = DATA / "json-schema-test-suite"
CASES = DATA / "cases/engine"


def remotes():
    folder = SUITE / "remotes"
    return {
        "http://localhost:1234/" + path.relative_to(folder).as_posix():
            path.read_bytes()
        for path in folder.rglob("*.json")
    }


class Files(unittest.TestCase):
    def run_file(self, path, **options):
        count = 0
        for group in json.loads(path.read_text("utf-8")):
            try:
                schema = gabarit.compile(
                    json.dumps(group["schema"]).encode(), **options)
            except gabarit.SchemaError as error:
                # A back-reference has no linear form, and is refused openly.
                self.assertIn("backreference", str(error))
                continue
            for test in group["tests"]:
                where = (path.name, group["description"], test["description"])
                for data in (test["data"], json.dumps(test["data"]).encode()):
                    try:
                        valid = schema.is_valid(data)
                    except ValueError as error:
                        self.assertIn("max_steps", str(error), where)
                        continue
                    self.assertEqual(valid, test["valid"], where)
                count += 1
        return count

    @unittest.skipUnless(SUITE.exists(), "no suite")
    def test_required_suite_of_2020_12(self):
        resources = remotes()
        count = sum(
            self.run_file(path, resources=resources)
            for path in (SUITE / "tests/draft2020-12").glob("*.json"))
        self.assertEqual(count, 1299)

    @unittest.skipUnless(CASES.exists(), "no cases")
    def test_cases_of_the_engine(self):
        count = 0
        for path in CASES.glob("*.json"):
            # Its numbers are spelled Infinity, which is not JSON.
            if path.name == "numbers-beyond-double.json":
                continue
            count += self.run_file(
                path, format_assertion=path.name == "format-assertion.json")
        self.assertGreater(count, 300)


class Values(unittest.TestCase):
    def test_integers_are_exact(self):
        schema = gabarit.compile({"const": 2**53 + 1})
        self.assertTrue(schema.is_valid(2**53 + 1))
        self.assertFalse(schema.is_valid(2**53))
        huge = gabarit.compile({"type": "integer", "maximum": 10**40})
        self.assertTrue(huge.is_valid(10**40))
        self.assertFalse(huge.is_valid(10**40 + 1))
        self.assertTrue(huge.is_valid(-(2**63)))
        self.assertTrue(huge.is_valid(-(2**63) - 1))

    def test_floats_keep_their_digits(self):
        self.assertTrue(
            gabarit.compile({"multipleOf": 0.01}).is_valid(19.99))
        self.assertTrue(gabarit.compile({"type": "integer"}).is_valid(1.0))
        draft4 = gabarit.compile(
            {"$schema": "http://json-schema.org/draft-04/schema#",
             "type": "integer"})
        self.assertFalse(draft4.is_valid(1.0))
        self.assertTrue(draft4.is_valid(1))

    def test_kinds(self):
        for kind, value in {
            "null": None, "boolean": True, "integer": 7, "number": 0.5,
            "string": "text \u2603 \x00 \"\\", "array": [1, (2,)],
            "object": {"a": {}},
        }.items():
            schema = gabarit.compile({"type": kind})
            self.assertTrue(schema.is_valid(value), kind)
            self.assertFalse(schema.is_valid([None] if kind != "array" else 1))
        self.assertTrue(gabarit.compile({"const": "a\x00\U0001f600"})
                        .is_valid("a\x00\U0001f600"))

    def test_what_json_has_not(self):
        schema = gabarit.compile(True)
        for value in (float("nan"), float("inf"), "\ud800", {"a": ["\udfff"]}):
            with self.assertRaises(ValueError):
                schema.is_valid(value)
        for value in (object(), {1: 2}, {"a": {1, 2}}, [1j], ...):
            with self.assertRaises(TypeError):
                schema.is_valid(value)
        with self.assertRaisesRegex(ValueError, '/a~1b/1'):
            schema.is_valid({"a/b": [0, float("nan")]})
        loop = []
        loop.append(loop)
        with self.assertRaisesRegex(ValueError, "contains itself"):
            schema.is_valid(loop)

    def test_bytes_are_text_and_strings_are_values(self):
        schema = gabarit.compile({"type": "string"})
        self.assertTrue(schema.is_valid("3"))
        for text in (b"3", bytearray(b"3"), memoryview(b"3")):
            self.assertFalse(schema.is_valid(text))
        with self.assertRaisesRegex(ValueError, "line 1, column 2"):
            schema.is_valid(b"[")
        for text in (b"", b"\xff", b"[" * 100_000, b'{"a":' * 2000):
            with self.assertRaises(ValueError):
                schema.is_valid(text)


class Errors(unittest.TestCase):
    schema = gabarit.compile(
        {"properties": {"n": {"type": "integer"}}, "required": ["n", "m"]})

    def test_fields(self):
        errors = list(self.schema.iter_errors(b'{"n": "1"}'))
        self.assertEqual({error.keyword for error in errors},
                         {"type", "required"})
        error = next(e for e in errors if e.keyword == "type")
        self.assertEqual(error.instance_location, "/n")
        self.assertEqual(error.keyword_location, "/properties/n/type")
        self.assertEqual(error.offset, 6)
        self.assertIn("integer", error.message)
        self.assertIsNone(
            next(self.schema.iter_errors({"n": "1"})).offset)

    def test_validate_raises(self):
        self.schema.validate({"n": 1, "m": 2})
        with self.assertRaisesRegex(gabarit.ValidationError, "/n: expected"):
            self.schema.validate({"n": "1"})

    def test_outputs(self):
        self.assertEqual(json.loads(self.schema.output({"n": 1}, "flag")),
                         {"valid": False})
        self.assertIn("errors", json.loads(self.schema.output({"n": 1})))
        with self.assertRaises(ValueError):
            self.schema.output({}, "loud")

    def test_schemas_that_are_none(self):
        with self.assertRaises(gabarit.SchemaError) as caught:
            gabarit.compile({"properties": {"a": {"type": 5}}})
        self.assertIn("/properties/a/type", caught.exception.location)
        for schema in (b"{", "{", {"$ref": "#/nowhere"}, {"pattern": "("}, 5,
                       {"$schema": "urn:unknown"}):
            with self.assertRaises(gabarit.SchemaError):
                gabarit.compile(schema)
        with self.assertRaises(TypeError):
            gabarit.compile({"a": object()})


TOOLS = {"tools": [{
    "name": "batch_index",
    "inputSchema": {"type": "object", "required": ["shard"],
                    "properties": {"shard": {"type": "integer"}}},
    "outputSchema": {"type": "object", "required": ["rows"],
                     "properties": {"rows": {"type": "integer"}}},
    "execution": {"taskSupport": "optional"}}]}


class Tools(unittest.TestCase):
    def setUp(self):
        self.tools = gabarit.ToolCatalog()

    def test_checks(self):
        self.assertEqual(self.tools.check_arguments("batch_index", {}).outcome,
                         "no_list")
        self.assertEqual(self.tools.load(TOOLS)["added"], ["batch_index"])
        self.assertTrue(
            self.tools.check_arguments("batch_index", {"shard": 3}).passed)
        self.assertTrue(
            self.tools.check_arguments("batch_index", b'{"shard": 3}').passed)
        self.assertTrue(
            self.tools.check_arguments("batch_index", '{"shard": 3}').passed)
        check = self.tools.check_arguments("batch_index", {"shard": "3"})
        self.assertEqual(check.outcome, "invalid")
        self.assertIn("/arguments/shard", check.text)
        self.assertEqual(check.errors[0].keyword, "type")
        self.assertEqual(self.tools.check_arguments("x").outcome,
                         "unknown_tool")
        self.assertTrue(self.tools.check_result("batch_index", {
            "content": [], "structuredContent": {"rows": 1}}).passed)
        self.assertEqual(
            self.tools.check_result("batch_index", {"content": []}).outcome,
            "missing")
        with self.assertRaises(ValueError):
            self.tools.load({"tools": 5})
        with self.assertRaises(ValueError):
            gabarit.ToolCatalog("1999-01-01")

    def test_the_life_of_a_task(self):
        self.tools.load(TOOLS)
        options = dict(revision="2025-11-25", task_calls=True, ttl=120000)
        session = gabarit.Session(self.tools, **options)
        refused = session.call("batch_index", {"shard": "3"}, 0)
        self.assertEqual((refused.action, refused.reason),
                         ("refuse", "arguments_invalid"))
        call = session.call("batch_index", {"shard": 3}, 0, id="7")
        self.assertEqual(call.action, "send")
        sent = json.loads(call.message)
        self.assertEqual(sent["params"]["task"], {"ttl": 120000})

        def task(status):
            return {"taskId": "t-1", "status": status, "ttl": 120000,
                    "createdAt": "2026-03-02T10:30:00Z", "pollInterval": 1000,
                    "lastUpdatedAt": "2026-03-02T10:30:00Z"}

        def answer(request, result):
            return {"jsonrpc": "2.0", "id": request["id"], "result": result}

        created = session.from_server(answer(sent, {"task": task("working")}),
                                      20)
        self.assertEqual((created.kind, created.task), ("task_created", "t-1"))
        saved = session.save()
        session = gabarit.Session(self.tools, **options)
        session.restore(saved)
        self.assertEqual(session.next_deadline(), 1020)
        self.assertIsNone(session.next(1000))
        poll = json.loads(session.next(1020).message)
        self.assertEqual(poll["method"], "tasks/get")
        due = session.from_server(answer(poll, task("completed")), 1030)
        self.assertEqual(due.kind, "result_due")
        fetch = json.loads(session.next(1030).message)
        self.assertEqual(fetch["method"], "tasks/result")
        meta = {"io.modelcontextprotocol/related-task": {"taskId": "t-1"}}
        broken = session.from_server(answer(fetch, {
            "content": [], "structuredContent": {"rows": "many"},
            "_meta": meta}), 1040)
        self.assertEqual((broken.action, broken.kind),
                         ("replace", "output_invalid"))
        self.assertEqual(broken.errors[0].keyword, "type")
        with self.assertRaises(ValueError):
            session.restore("{}")
        with self.assertRaises(ValueError):
            gabarit.Session(mode="sometimes")


class Sturdiness(unittest.TestCase):
    def test_threads_share_a_schema(self):
        schema = gabarit.compile({"items": {"type": "integer"}})
        good = json.dumps(list(range(5000))).encode()
        bad = good[:-1] + b',"x"]'
        wrong = []

        def work():
            for _ in range(50):
                if not schema.is_valid(good) or schema.is_valid(bad):
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_nothing_grows(self):
        def round():
            for _ in range(300):
                schema = gabarit.compile(TOOLS["tools"][0]["inputSchema"])
                schema.is_valid({"shard": "x"})
                list(schema.iter_errors(b'{"shard": "x"}'))
                tools = gabarit.ToolCatalog()
                tools.load(TOOLS)
                gabarit.Session(tools).call("batch_index", {}, 0)
            gc.collect()

        round()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(5):
            round()
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertLess(after - before, 8 * 1024)  # KiB


class Compatible(unittest.TestCase):
    """gabarit.jsonschema beside the library whose names it has."""

    def test_paths_and_verdicts_on_the_cases(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("the library jsonschema is not installed")
        if not CASES.exists():
            self.skipTest("no cases")
        compared = 0
        for name in ("composition", "numbers", "string-length", "equality",
                     "prototype-names", "pointer-escapes"):
            for group in json.loads((CASES / f"{name}.json").read_text()):
                schema = group["schema"]
                # Applicators that choose are told differently, and what this
                # library rounds is exact there no more than here.
                if re.search(r"anyOf|oneOf|\bnot\b|\$ref|unevaluated|if|dependent"
                             r"|contains|multipleOf|propertyNames|allOf",
                             json.dumps(schema)):
                    continue
                theirs = jsonschema.Draft202012Validator(schema)
                mine = compatible.Draft202012Validator(schema)
                for test in group["tests"]:
                    data = test["data"]
                    if theirs.is_valid(data) != test["valid"]:
                        continue
                    compared += 1
                    self.assertEqual(mine.is_valid(data), test["valid"])
                    self.assertEqual(
                        {(tuple(e.absolute_path), e.validator)
                         for e in mine.iter_errors(data)},
                        {(tuple(e.absolute_path), e.validator)
                         for e in theirs.iter_errors(data)},
                        (name, group["description"], test["description"]))
        self.assertGreater(compared, 40)

    def test_interface(self):
        schema = {"type": "object", "properties": {
            "tags": {"type": "array", "items": {"type": "string"}}}}
        validator = compatible.validator_for(schema)(schema)
        error = compatible.best_match(
            validator.iter_errors({"tags": ["a", 5]}))
        self.assertEqual(list(error.absolute_path), ["tags", 1])
        self.assertEqual(list(error.schema_path),
                         ["properties", "tags", "items", "type"])
        self.assertEqual((error.validator, error.validator_value,
                          error.instance, error.json_path),
                         ("type", "string", 5, "$.tags[1]"))
        self.assertIsNone(compatible.best_match([]))
        with self.assertRaises(compatible.ValidationError):
            compatible.validate({"tags": 5}, schema)
        with self.assertRaises(compatible.SchemaError):
            compatible.Draft202012Validator.check_schema({"type": 5})
        draft7 = {"$schema": "http://json-schema.org/draft-07/schema#"}
        self.assertIs(compatible.validator_for(draft7),
                      compatible.Draft7Validator)
        asserting = compatible.Draft202012Validator(
            {"format": "email"}, format_checker=compatible.FormatChecker())
        self.assertFalse(asserting.is_valid("nobody"))
        self.assertTrue(validator.evolve(schema=True).is_valid(5))


class Readme(unittest.TestCase):
    def test_programs_run(self):
        readme = CHECKOUT / "bindings/python/README.md"
        if not readme.exists():
            self.skipTest("no checkout")
        for program in re.findall(r"```python\n(.*?)```",
                                  readme.read_text("utf-8"), re.DOTALL):
            exec(compile(program, str(readme), "exec"), {})


if __name__ == "__main__":
    unittest.main()
