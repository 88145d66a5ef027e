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
    (`name`) is chosen when the simulation is made.
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
        values = self.as_dict()
        if name not in values:
            raise AttributeError(f"there is no step option {name!r}; there are {', '.join(values)}")
        return values[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._simulation._set_option(name, json_value(value))

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self.as_dict()]

    def __iter__(self) -> Iterator[str]:
        return iter(self.as_dict())

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"
