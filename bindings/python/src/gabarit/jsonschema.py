"""The names of the library `jsonschema`, over Gabarit's engine.

For code that uses the common part of that library: validators by draft,
`is_valid`, `validate`, `iter_errors`, `best_match`, and errors with their paths.
Errors are those of Gabarit's reports: of anyOf and oneOf the branch that came
closest is explained, instead of a tree of contexts. References lead to
`resources`, and nothing is fetched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import gabarit

__all__ = [
    "Draft201909Validator", "Draft202012Validator", "Draft4Validator",
    "Draft6Validator", "Draft7Validator", "FormatChecker",
    "SchemaError", "ValidationError", "best_match", "validate",
    "validator_for",
]


class FormatChecker:
    """Given to a validator, it makes `format` assert."""


class _Error(Exception):
    def __init__(
        self, message: str, *, validator: str = "", path: Iterable[Any] = (),
        schema_path: Iterable[Any] = (), instance: Any = None,
        schema: Any = None, validator_value: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.validator = validator
        self.validator_value = validator_value
        self.path = self.relative_path = self.absolute_path = deque(path)
        self.schema_path = deque(schema_path)
        self.relative_schema_path = self.absolute_schema_path = self.schema_path
        self.instance = instance
        self.schema = schema
        self.context: list[_Error] = []
        self.cause = None
        self.parent = None

    @property
    def json_path(self) -> str:
        path = "$"
        for part in self.absolute_path:
            path += f"[{part}]" if isinstance(part, int) else f".{part}"
        return path

    def __str__(self) -> str:
        return self.message


class ValidationError(_Error):
    """A value does not fit."""


class SchemaError(_Error):
    """A schema does not fit its metaschema."""


def _parts(pointer: str, value: Any) -> list[Any]:
    """The parts of a JSON Pointer, numbers where they lead into lists."""
    parts: list[Any] = []
    for text in pointer.split("/")[1:]:
        part: Any = text.replace("~1", "/").replace("~0", "~")
        if isinstance(value, (list, tuple)) and part.isdigit():
            part = int(part)
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            value = None
        parts.append(part)
    return parts


def _at(value: Any, parts: Iterable[Any]) -> Any:
    for part in parts:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


# What the library reports at the object or array, Gabarit at the member or item.
_OF_THE_WHOLE = frozenset((
    "additionalProperties", "unevaluatedProperties", "additionalItems",
    "unevaluatedItems"))


class _Validator:
    _dialect = ""

    def __init__(
        self, schema: Any, *, resources: dict[str, Any] | None = None,
        format_checker: FormatChecker | None = None,
    ) -> None:
        self.schema = schema
        self.format_checker = format_checker
        self._resources = resources
        try:
            self._compiled = gabarit.compile(
                schema, default_dialect=self._dialect, dialect=self._dialect,
                format_assertion=format_checker is not None,
                resources=resources)
        except gabarit.SchemaError as error:
            raise SchemaError(str(error)) from error

    @classmethod
    def check_schema(cls, schema: Any) -> None:
        cls(schema)

    def evolve(self, **changes: Any) -> "_Validator":
        known = {"schema": self.schema, "resources": self._resources,
                 "format_checker": self.format_checker}
        return type(self)(**{**known, **changes})

    def is_valid(self, instance: Any) -> bool:
        return self._compiled.is_valid(instance)

    def iter_errors(self, instance: Any) -> Iterator[ValidationError]:
        for error in self._compiled.iter_errors(instance):
            path = _parts(error.instance_location, instance)
            if error.keyword in _OF_THE_WHOLE:
                path.pop()
            # A keyword beside others of its kind is told by the keyword's own
            # place; references on the way are part of it.
            schema_path = _parts(error.keyword_location, self.schema)
            place = error.absolute_keyword_location.partition("#")[2]
            absolute = _parts(place, self.schema)
            yield ValidationError(
                error.message, validator=error.keyword, path=path,
                schema_path=schema_path, instance=_at(instance, path),
                schema=_at(self.schema, absolute[:-1]),
                validator_value=_at(self.schema, absolute))

    def validate(self, instance: Any) -> None:
        error = best_match(self.iter_errors(instance))
        if error is not None:
            raise error


def _make(name: str, dialect: str) -> type[_Validator]:
    return type(name, (_Validator,), {"_dialect": dialect, "__module__": __name__})


Draft202012Validator = _make(
    "Draft202012Validator", "https://json-schema.org/draft/2020-12/schema")
Draft201909Validator = _make(
    "Draft201909Validator", "https://json-schema.org/draft/2019-09/schema")
Draft7Validator = _make(
    "Draft7Validator", "http://json-schema.org/draft-07/schema#")
Draft6Validator = _make(
    "Draft6Validator", "http://json-schema.org/draft-06/schema#")
Draft4Validator = _make(
    "Draft4Validator", "http://json-schema.org/draft-04/schema#")

_BY_URI = {
    validator._dialect.rstrip("#"): validator
    for validator in (Draft202012Validator, Draft201909Validator,
                      Draft7Validator, Draft6Validator, Draft4Validator)
}


def validator_for(
    schema: Any, default: type[_Validator] = Draft202012Validator,
) -> type[_Validator]:
    """The validator of the dialect that the schema declares."""
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(declared, str):
        return default
    return _BY_URI.get(declared.rstrip("#"), default)


def best_match(errors: Iterable[ValidationError]) -> ValidationError | None:
    """The error that is nearest to the root of the instance; the first such."""
    return min(errors, key=lambda error: len(error.path), default=None)


def validate(instance: Any, schema: Any, cls: type[_Validator] | None = None,
             **options: Any) -> None:
    """Raises ValidationError unless the instance fits the schema."""
    (cls or validator_for(schema))(schema, **options).validate(instance)
