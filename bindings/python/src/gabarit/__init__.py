"""JSON Schema validation for tool calls: verdicts, reasons, tools and tasks.

    import gabarit

    schema = gabarit.compile({"type": "integer", "minimum": 0})
    schema.is_valid(3)        # a Python value
    schema.is_valid(b"3")     # bytes are JSON text
    for error in schema.iter_errors(-1):
        print(error.instance_location, error.message)

Bytes, bytearrays and memoryviews are JSON text; everything else, a str included,
is a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _engine

__all__ = [
    "Decision", "Error", "Schema", "SchemaError", "Session", "ToolCatalog",
    "ToolCheck", "ValidationError", "compile",
]


class SchemaError(ValueError):
    """What is given as a schema cannot be compiled."""

    def __init__(self, message: str, location: str = "") -> None:
        super().__init__(message)
        self.location = location
        """Where in the schema, as a URI or JSON Pointer; may be empty."""


@dataclass(frozen=True)
class Error:
    """One reason why a value is not valid."""

    instance_location: str
    """JSON Pointer into the value."""
    keyword: str
    keyword_location: str
    absolute_keyword_location: str
    message: str
    expected: str = ""
    found: str = ""
    choice: str = ""
    offset: int | None = None
    """Of the value in its JSON text, in bytes; only where that was given."""

    def __str__(self) -> str:
        where = self.instance_location or "the value"
        return f"{where}: {self.message}"


class ValidationError(ValueError):
    """A value does not fit its schema; `errors` says why."""

    def __init__(self, errors: list[Error]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


def _errors(units: list[dict[str, Any]], text: bool) -> list[Error]:
    return [
        Error(
            unit["instanceLocation"], unit["keyword"], unit["keywordLocation"],
            unit["absoluteKeywordLocation"], unit["message"],
            unit.get("expected", ""), unit.get("found", ""),
            unit.get("choice", ""), unit.get("offset") if text else None)
        for unit in units
    ]


def _is_text(value: Any) -> bool:
    return isinstance(value, (bytes, bytearray, memoryview))


class Schema:
    """A compiled schema. May be used from several threads at once."""

    __slots__ = ("_compiled", "is_valid")

    def __init__(self, compiled: _engine.CompiledSchema) -> None:
        self._compiled = compiled
        self.is_valid = compiled.is_valid
        """is_valid(value) -> bool. Raises ValueError for bytes that are not
        JSON and for values that JSON has not (NaN, for one)."""

    def iter_errors(self, value: Any) -> Iterator[Error]:
        """The reasons why `value` is not valid; none if it is."""
        return iter(_errors(self._compiled.errors(value), _is_text(value)))

    def validate(self, value: Any) -> None:
        """Raises ValidationError unless `value` is valid."""
        if not self.is_valid(value):
            raise ValidationError(list(self.iter_errors(value)))

    def output(
        self, value: Any,
        format: Literal["flag", "basic", "detailed", "verbose"] = "basic",
    ) -> str:
        """The report in one of the standard's output formats, as JSON."""
        try:
            kind = getattr(_engine.OutputFormat, format.upper())
        except AttributeError:
            raise ValueError(f"unknown output format {format!r}") from None
        return self._compiled.output(value, kind)

    @property
    def dialect(self) -> str:
        return self._compiled.dialect

    @property
    def warnings(self) -> list[tuple[str, str]]:
        """What is probably a mistake in the schema: location and message."""
        return self._compiled.warnings


def compile(
    schema: Any, *, default_dialect: str = "", dialect: str = "",
    format_assertion: bool = False, content_assertion: bool | None = None,
    annotate_unsupported: bool = False, reject_duplicate_names: bool = False,
    resources: Mapping[str, Any] | None = None,
) -> Schema:
    """Compiles a schema: a dict or bool, or JSON text as bytes or str.

    `resources` are other documents that it may refer to, by URI; nothing is
    ever fetched. Raises SchemaError, with the place.
    """
    return Schema(_engine.compile(
        schema, default_dialect, dialect, format_assertion, content_assertion,
        annotate_unsupported, reject_duplicate_names,
        None if resources is None else dict(resources)))


@dataclass(frozen=True)
class ToolCheck:
    """What a check of arguments or of a result found."""

    outcome: str
    passed: bool
    text: str
    """What to tell the model; empty where it passed."""
    errors: list[Error] = field(default_factory=list)


class ToolCatalog:
    """The tools of one server, by name."""

    def __init__(self, revision: str = "2025-11-25") -> None:
        self._catalog = _engine.Catalog(revision)

    def load(self, page: Any, cursor: str = "") -> dict[str, Any]:
        """Loads a page of tools/list; tells what changed and was refused."""
        return self._catalog.load(page, cursor)

    def check_arguments(self, tool: str, arguments: Any = None) -> ToolCheck:
        return self._check(
            self._catalog.check_arguments(tool, arguments), arguments)

    def check_result(self, tool: str, result: Any) -> ToolCheck:
        """Checks a CallToolResult: its shape and its structuredContent."""
        return self._check(self._catalog.check_result(tool, result), result)

    @staticmethod
    def _check(made: tuple[str, bool, str, list[dict[str, Any]]],
               value: Any) -> ToolCheck:
        outcome, passed, text, errors = made
        return ToolCheck(outcome, passed, text, _errors(errors, _is_text(value)))


@dataclass(frozen=True)
class Decision:
    """What a session says of a message. See gabarit/session.h for the names."""

    action: str
    kind: str
    reason: str | None
    violation: bool
    text: str
    message: bytes
    tool: str | None
    task: str | None
    findings: list[dict[str, str]]
    errors: list[Error]


def _decision(made: dict[str, Any]) -> Decision:
    made["errors"] = _errors(made["errors"], True)
    return Decision(**made)


class Session:
    """A conversation of a host and a server, judged message by message.

    Opens nothing and reads no clock: messages go in as bytes, str or dict, and
    times as milliseconds of any clock that never goes back.
    """

    def __init__(
        self, catalog: ToolCatalog | None = None, *, side: str = "host",
        revision: str | None = None, mode: str = "background",
        outputs: str = "enforce", observe: bool = False,
        task_calls: bool = False, task_cancel: bool = False,
        task_list: bool = False, task_extension: bool = False,
        ttl: int | None = None,
    ) -> None:
        self._session = _engine.Session(
            None if catalog is None else catalog._catalog, side, revision,
            mode, outputs, observe, task_calls, task_cancel, task_list,
            task_extension, ttl)

    def from_client(self, message: Any, now: int) -> Decision:
        return _decision(self._session.from_client(message, now))

    def from_server(self, message: Any, now: int) -> Decision:
        return _decision(self._session.from_server(message, now))

    def call(self, tool: str, arguments: Any, now: int,
             id: str = "") -> Decision:
        """Checks a call and makes the message that asks for it."""
        return _decision(self._session.call(tool, arguments, now, id))

    def cancel(self, task: str, now: int) -> Decision:
        return _decision(self._session.cancel(task, now))

    def answer_inputs(self, task: str, responses: Any, now: int) -> Decision:
        return _decision(self._session.answer_inputs(task, responses, now))

    def next_deadline(self) -> int | None:
        """When to call next(); None if nothing is waited for."""
        return self._session.next_deadline()

    def next(self, now: int) -> Decision | None:
        """What is due now. Call until there is nothing."""
        made = self._session.next(now)
        return None if made is None else _decision(made)

    def save(self) -> str:
        return self._session.save()

    def restore(self, state: str | bytes) -> None:
        self._session.restore(state)
