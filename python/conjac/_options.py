"""Step options of a running simulation, as attributes."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import _conjac
from ._scenes import json_value


class Options:
    """The keys of `method` in scene files, by the same names and rules.

    Changes count from the next step on. Assigning None puts a default back. The method itself
    (`name`) is chosen when the simulation is made. Each is a property with its own docstring, made
    from the program's table of options:

    """

    __slots__ = ("_simulation",)

    def __init__(self, simulation: _conjac.Simulation) -> None:
        object.__setattr__(self, "_simulation", simulation)

    def as_dict(self) -> dict[str, Any]:
        """All options and their values; None where unset."""
        return json.loads(self._simulation._options())

    def update(self, **changes: Any) -> None:
        """Sets several options one after the other."""
        for name, value in changes.items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no step option {name!r}; there are {', '.join(self)}")

    def __setattr__(self, name: str, value: Any) -> None:
        self._simulation._set_option(name, json_value(value))

    def __iter__(self) -> Iterator[str]:
        return iter(_TABLE)

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"


def _range(row: dict[str, Any]) -> str:
    if "choices" in row:
        return "one of " + ", ".join(choice["name"] for choice in row["choices"])
    if row["kind"] == "switch":
        return "True or False"
    bounds = [f"{words} {row[key]:g}" for key, words in
              (("min", "at least"), ("above", "above"), ("max", "at most"), ("below", "below")) if key in row]
    return " ".join(["whole number" if row["kind"] == "whole" else "number", *bounds])


def _doc(row: dict[str, Any]) -> str:
    default = "unset" if row["default"] is None else row["default"]
    unit = f", {row['unit']}" if row["unit"] else ""
    return f"{row['help']}\n\n{_range(row)}{unit}; default {default}"


def _property(row: dict[str, Any]) -> property:
    name = row["name"]
    return property(lambda self: self.as_dict()[name], doc=_doc(row))  # __setattr__ sets it


# The program's own table: an option that is added there is one here.
_TABLE = {row["name"]: row for row in json.loads(_conjac.option_table())}
for _row in _TABLE.values():
    setattr(Options, _row["name"], _property(_row))
    Options.__doc__ += f"    {_row['name']}: {_row['help']}\n"
